//! Asks an implementation every case that it can be asked.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use mcp_result::ProtocolVersion;
use serde_json::{Value, json};

use crate::case::{Case, Part, cases};
use crate::fake::{MODERN, TOOL};
use crate::implementations::{Implementation, Role};
use crate::program::Program;
use crate::verdict::{Verdict, judge};

/// Some clients ask ten times before they give up, a quarter of a second apart.
const LIMIT: Duration = Duration::from_secs(5);
/// The first answer of a session takes the time to start it.
const STARTING: Duration = Duration::from_mins(1);

/// What came of asking an implementation.
pub struct Run {
    pub took: Duration,
    pub implementation: &'static Implementation,
    pub about: Value,
    pub verdicts: Vec<(Case, Verdict)>,
}

impl Run {
    /// The sentence that says why the implementation means to answer a case otherwise.
    pub fn design(&self, case: &Case, verdict: &Verdict) -> Option<&str> {
        let mut names = self.designs();
        names
            .find(|(name, _)| is_named(name, case, verdict))
            .map(|(_, sentence)| sentence)
    }

    /// The names in the adapter's list for which nothing fails.
    pub fn needless_designs(&self) -> Vec<&str> {
        let is_needless = |name: &&str| {
            !self
                .verdicts
                .iter()
                .any(|(case, verdict)| is_named(name, case, verdict))
        };
        self.designs()
            .map(|(name, _)| name)
            .filter(is_needless)
            .collect()
    }

    fn designs(&self) -> impl Iterator<Item = (&str, &str)> {
        let named = self.about["by_design"].as_object();
        named
            .into_iter()
            .flatten()
            .filter_map(|(name, sentence)| Some((name.as_str(), sentence.as_str()?)))
    }
}

/// Whether a failure is that of a name: a case or a rule, `*` at its end standing for the rest, or, behind `error: `, a part
/// of an error's message.
fn is_named(name: &str, case: &Case, verdict: &Verdict) -> bool {
    let is_of_case = match name.strip_suffix('*') {
        Some(start) => case.id.starts_with(start),
        None => case.id == name || case.rule == name,
    };
    match verdict {
        Verdict::FailedSilently(_) => is_of_case,
        Verdict::FailedWithError(told) => {
            let message = name.strip_prefix("error: ");
            is_of_case || message.is_some_and(|message| told.got.contains(message))
        }
        _ => false,
    }
}

/// Where an implementation is run: the crate's folder, and one for what is written.
pub struct Place {
    pub home: PathBuf,
    pub written: PathBuf,
}

impl Place {
    fn log(&self, name: &str) -> PathBuf {
        self.written.join(format!("{}.log", file_name(name)))
    }

    /// Where the failures of an implementation are written whole.
    pub fn failures(&self, name: &str) -> PathBuf {
        self.written.join(format!("{}.txt", file_name(name)))
    }

    fn result(&self) -> PathBuf {
        self.written
            .join(format!("result-{}.json", std::process::id()))
    }

    /// Removes what no run needs any more.
    pub fn clear(&self) {
        let _ = fs::remove_file(self.result());
    }
}

fn file_name(name: &str) -> String {
    name.replace(", ", "-").replace(' ', "-")
}

/// Runs an implementation, which is installed.
pub fn run(implementation: &'static Implementation, place: &Place) -> Result<Run, String> {
    let started = Instant::now();
    let about = about(implementation, place)?;
    let mut verdicts = Vec::new();
    let mut sessions: BTreeMap<Setting, Vec<Case>> = BTreeMap::new();
    let part = match implementation.role {
        Role::Client => Part::Conversion,
        Role::Server(part) => part,
    };
    for case in cases(part) {
        match setting(&case, implementation.role, &about) {
            Ok(setting) => sessions.entry(setting).or_default().push(case),
            Err(reason) => verdicts.push((case, Verdict::NotApplicable(reason))),
        }
    }
    for (setting, cases) in sessions {
        let mut session = Session {
            implementation,
            place,
            setting,
            program: None,
        };
        for case in cases {
            let answer = session.ask(&case);
            let verdict = judge(&case, &answer, &about);
            verdicts.push((case, verdict));
        }
    }
    Ok(Run {
        took: started.elapsed(),
        implementation,
        about,
        verdicts,
    })
}

/// What an adapter says of itself.
fn about(implementation: &Implementation, place: &Place) -> Result<Value, String> {
    let mut command = Command::new(program(implementation, place));
    command
        .args(&implementation.command[1..])
        .arg("about")
        .current_dir(&place.home);
    let output = command
        .output()
        .map_err(|error| format!("does not start: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let last = printed.lines().last().unwrap_or_default();
    serde_json::from_str(last).map_err(|_| {
        let said = String::from_utf8_lossy(&output.stderr);
        format!(
            "says nothing of itself: {}",
            said.lines().last().unwrap_or_default()
        )
    })
}

fn program(implementation: &Implementation, place: &Place) -> PathBuf {
    let program = implementation.command[0];
    if program.contains('/') {
        place.home.join(program)
    } else {
        program.into()
    }
}

/// Whether an implementation is made of functions over any JSON, and is asked every case.
pub fn takes_any_json(about: &Value) -> bool {
    about["takes"] == "any JSON"
}

/// What the cases of a session have in common.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Setting {
    /// None, where the peer tells none.
    version: Option<String>,
    /// What a server that takes any JSON is started with, besides the file of results.
    options: Vec<String>,
}

/// The setting in which a case is asked, or why it is not.
fn setting(case: &Case, role: Role, about: &Value) -> Result<Setting, String> {
    let no = |reason: &str| Err(reason.to_owned());
    if !case.is_readable() {
        return no("serde_json, as the runner has it, does not read the response");
    }
    let version = case.session_version().map(str::to_owned);
    if takes_any_json(about) {
        let asked = ["fallback", "from"].map(|name| case.text(name));
        let tasks = (case.members["tasks"] == true).then_some("tasks");
        let options = asked.into_iter().chain([tasks]).flatten();
        let options = options.map(str::to_owned).collect();
        return Ok(Setting { version, options });
    }
    let lists = |name: &str, entry: &str| {
        about[name]
            .as_array()
            .is_none_or(|list| list.contains(&entry.into()))
    };
    match role {
        Role::Client if !case.modes().iter().any(|mode| lists("modes", mode)) => {
            return no("it has no such mode");
        }
        Role::Client if !case.is_object() => {
            return no("the result of a response is an object");
        }
        Role::Server(_) if !lists("methods", case.text("method").unwrap_or_default()) => {
            return no("its adapter has no such method");
        }
        Role::Server(_) if case.text("fallback") != Some("lossless") => {
            return no("it has no such fallback");
        }
        Role::Server(_) if !case.is_valid() => return no("the result is not valid"),
        Role::Server(_) if case.members["tasks"] == true => return no("tasks are not negotiated"),
        Role::Server(_) if case.part == Part::Translation && case.text("from") != Some(MODERN) => {
            return no("a server writes in the newest version");
        }
        _ => {}
    }
    let spoken = about["versions"].as_array().into_iter().flatten();
    let spoken = spoken.filter_map(Value::as_str);
    let version = version.as_deref().unwrap_or_default();
    let spoken = match role {
        // What is valid in a version is valid in every later one.
        Role::Client => spoken.filter(|spoken| *spoken >= version).min(),
        Role::Server(_) => spoken.filter(|spoken| *spoken == version).min(),
    };
    let version = spoken.map(str::to_owned);
    if version.is_none() {
        return no("it does not speak the version");
    }
    Ok(Setting {
        version,
        options: Vec::new(),
    })
}

struct Session<'a> {
    implementation: &'static Implementation,
    place: &'a Place,
    setting: Setting,
    program: Option<Program>,
}

impl Session<'_> {
    /// An answer, as adapters write it. A program that gives none is started again.
    fn ask(&mut self, case: &Case) -> Value {
        let asked = match self.implementation.role {
            Role::Client => self.ask_client(case),
            Role::Server(_) => self.ask_server(case),
        };
        asked.unwrap_or_else(|reason| {
            self.program = None;
            json!({"error": reason})
        })
    }

    fn start(&mut self, arguments: &[&str]) -> Result<Program, String> {
        let place = self.place;
        let mut command = vec![program(self.implementation, place).display().to_string()];
        command.extend(
            self.implementation.command[1..]
                .iter()
                .map(ToString::to_string),
        );
        command.extend(arguments.iter().map(ToString::to_string));
        Program::start(&command, &place.home, &place.log(self.implementation.name))
            .map_err(|error| format!("does not start: {error}"))
    }

    fn write(&self, result: &str) {
        // Under another name first: a client may still ask for the case before.
        let (path, new) = (
            self.place.result(),
            self.place.result().with_extension("new"),
        );
        fs::write(&new, result)
            .and_then(|()| fs::rename(new, path))
            .expect("the folder can be written to");
    }

    fn ask_client(&mut self, case: &Case) -> Result<Value, String> {
        // A session of a client has a version.
        let version = self.setting.version.clone().unwrap_or_default();
        self.write(&case.in_session(&version));
        let mut limit = LIMIT;
        if self.program.is_none() {
            let own = std::env::current_exe()
                .expect("it runs")
                .display()
                .to_string();
            let result = self.place.result().display().to_string();
            self.program = Some(self.start(&[&version, &own, "serve", &version, &result])?);
            limit = STARTING;
        }
        let program = self.program.as_mut().expect("it has been started");
        let asked = json!({"id": case.id, "mode": case.text("mode"), "form": case.text("form")});
        program.send(&asked.to_string())?;
        answer_to(program, &case.id.as_str().into(), limit)
    }

    fn ask_server(&mut self, case: &Case) -> Result<Value, String> {
        self.write(&case.input);
        let version = self.setting.version.clone();
        let is_modern = !ProtocolVersion::of_peer(version.as_deref()).is_legacy();
        let client = json!({"name": "field", "version": "1"});
        let mut limit = LIMIT;
        if self.program.is_none() {
            limit = STARTING;
            let result = self.place.result().display().to_string();
            let options = self.setting.options.clone();
            let arguments = [&result].into_iter().chain(&options).map(String::as_str);
            let mut program = self.start(&arguments.collect::<Vec<_>>())?;
            if !is_modern {
                let mut params = json!({"capabilities": {}, "clientInfo": client});
                if let Some(version) = &version {
                    params["protocolVersion"] = version.as_str().into();
                }
                send(&mut program, Some("handshake"), "initialize", &params)?;
                let answer = answer_to(&mut program, &"handshake".into(), STARTING)?;
                if answer["result"]["protocolVersion"].as_str() != version.as_deref() {
                    return Ok(json!({"not_applicable": "it does not speak the version"}));
                }
                send(&mut program, None, "notifications/initialized", &json!({}))?;
            }
            self.program = Some(program);
        }
        let program = self.program.as_mut().expect("it has been started");
        let method = case.text("method").unwrap_or_default();
        let mut params = if method == "tools/call" {
            json!({"name": TOOL, "arguments": {}})
        } else {
            json!({})
        };
        if is_modern {
            let prefix = "io.modelcontextprotocol";
            params["_meta"] = json!({
                format!("{prefix}/protocolVersion"): version,
                format!("{prefix}/clientCapabilities"): {},
                format!("{prefix}/clientInfo"): client,
            });
        }
        send(program, Some(&case.id), method, &params)?;
        let mut answer = answer_to(program, &case.id.as_str().into(), limit)?;
        if let Some(message) = answer["error"]["message"].as_str() {
            return Ok(match message.strip_prefix("not held") {
                Some(_) => json!({"not_applicable": "its types do not hold the input"}),
                None => json!({"error": message}),
            });
        }
        let mut result = without_server_info(answer["result"].take());
        if case.part == Part::Stripping {
            without_own_members(&mut result, &case.input, is_modern);
        }
        Ok(json!({"sent": result.to_string()}))
    }
}

fn send(
    program: &mut Program,
    id: Option<&str>,
    method: &str,
    params: &Value,
) -> Result<(), String> {
    let mut message = json!({"jsonrpc": "2.0", "method": method, "params": params});
    if let Some(id) = id {
        message["id"] = id.into();
    }
    program.send(&message.to_string())
}

/// Passes over whatever else a program prints.
fn answer_to(program: &mut Program, id: &Value, limit: Duration) -> Result<Value, String> {
    loop {
        let line = program.receive(limit)?;
        match serde_json::from_str::<Value>(&line) {
            Ok(answer) if answer["id"] == *id && answer.get("method").is_none() => {
                return Ok(answer);
            }
            _ => {}
        }
    }
}

/// Two servers tell who they are.
fn without_server_info(mut result: Value) -> Value {
    const INFO: &str = "io.modelcontextprotocol/serverInfo";
    if let Some(meta) = result.get("_meta").and_then(Value::as_object)
        && meta.len() == 1
        && meta.contains_key(INFO)
        && let Some(members) = result.as_object_mut()
    {
        members.remove("_meta");
    }
    result
}

/// A server may write these into results of the newest version by itself.
fn without_own_members(result: &mut Value, input: &str, is_modern: bool) {
    let input: Value = serde_json::from_str(input).unwrap_or_default();
    let own = ["ttlMs", "cacheScope"]
        .into_iter()
        .chain(is_modern.then_some("resultType"));
    let own: Vec<_> = own.filter(|name| input.get(name).is_none()).collect();
    if let Some(members) = result.as_object_mut() {
        members.retain(|name, _| !own.contains(&name.as_str()));
    }
}

/// Installs an environment.
pub fn install(environment: &str, home: &Path) -> Result<(), String> {
    let output = Command::new(home.join("setup"))
        .arg(environment)
        .current_dir(home)
        .output();
    let output = output.map_err(|error| format!("setup: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(said
        .lines()
        .rfind(|line| !line.trim().is_empty())
        .unwrap_or("setup failed")
        .to_owned())
}
