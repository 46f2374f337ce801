//! Who is asked, and how each is started.

use crate::case::Part;

/// What an adapter stands for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Role {
    /// It calls a tool, and is asked the cases of conversion.
    Client,
    /// It answers a request, and is asked the cases of a part.
    Server(Part),
}

#[derive(Clone, Copy)]
pub struct Implementation {
    pub name: &'static str,
    pub role: Role,
    /// What `setup` installs for it.
    pub environment: &'static str,
    /// From the folder of this crate.
    pub command: &'static [&'static str],
    /// Whether the short run has it.
    pub in_short: bool,
}

const OWN: &str = "target/debug/mcp-result-field";

const fn client(
    name: &'static str,
    environment: &'static str,
    command: &'static [&'static str],
) -> Implementation {
    Implementation {
        name,
        role: Role::Client,
        environment,
        command,
        in_short: false,
    }
}

const fn strips(server: Implementation) -> Implementation {
    Implementation {
        role: Role::Server(Part::Stripping),
        ..server
    }
}

const fn translates(server: Implementation) -> Implementation {
    Implementation {
        role: Role::Server(Part::Translation),
        ..server
    }
}

const fn short(implementation: Implementation) -> Implementation {
    Implementation {
        in_short: true,
        ..implementation
    }
}

pub const ALL: &[Implementation] = &[
    short(client("this crate", "own", &[OWN, "client"])),
    short(client("rmcp", "rmcp", &["target/debug/client"])),
    client("rig", "rig", &["target/debug/mcp-result-field-rig"]),
    short(client(
        "Python SDK",
        "mcp",
        &["python/.venv-mcp/bin/python", "python/mcp_client.py"],
    )),
    client(
        "DSPy",
        "dspy",
        &["python/.venv-dspy/bin/python", "python/dspy_tool.py"],
    ),
    client(
        "FastMCP",
        "fastmcp",
        &[
            "python/.venv-fastmcp/bin/python",
            "python/fastmcp_client.py",
        ],
    ),
    client(
        "LangChain",
        "langchain",
        &[
            "python/.venv-langchain/bin/python",
            "python/langchain_tool.py",
        ],
    ),
    client(
        "Pydantic AI",
        "pydantic-ai",
        &[
            "python/.venv-pydantic-ai/bin/python",
            "python/pydantic_ai_toolset.py",
        ],
    ),
    client(
        "OpenAI Agents",
        "openai-agents",
        &[
            "python/.venv-openai-agents/bin/python",
            "python/openai_agents_tool.py",
        ],
    ),
    client(
        "smolagents",
        "smolagents",
        &[
            "python/.venv-smolagents/bin/python",
            "python/smolagents_tool.py",
        ],
    ),
    client(
        "Strands",
        "strands",
        &["python/.venv-strands/bin/python", "python/strands_tool.py"],
    ),
    client("TypeScript SDK 1", "node", &["node", "node/client-1.mjs"]),
    client("TypeScript SDK 2", "node", &["node", "node/client-2.mjs"]),
    client("AI SDK", "node", &["node", "node/ai-sdk.mjs"]),
    short(strips(client(
        "this crate, stripping",
        "own",
        &[OWN, "strip"],
    ))),
    short(strips(client(
        "rmcp server, stripping",
        "rmcp",
        &["target/debug/server"],
    ))),
    strips(client(
        "TypeScript server, stripping",
        "node",
        &["node", "node/server.mjs"],
    )),
    short(strips(client(
        "Python server, stripping",
        "mcp",
        &["python/.venv-mcp/bin/python", "python/mcp_server.py"],
    ))),
    short(translates(client(
        "this crate, translation",
        "own",
        &[OWN, "translate"],
    ))),
    short(translates(client(
        "rmcp server, translation",
        "rmcp",
        &["target/debug/server"],
    ))),
    translates(client(
        "TypeScript server, translation",
        "node",
        &["node", "node/server.mjs"],
    )),
    short(translates(client(
        "Python server, translation",
        "mcp",
        &["python/.venv-mcp/bin/python", "python/mcp_server.py"],
    ))),
];
