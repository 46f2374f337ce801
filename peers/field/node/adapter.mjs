// What the adapters in JavaScript share: reads a case a line, has a tool called, and writes an answer a line.
//
//     node NAME.mjs about                               what the adapter says of itself
//     node NAME.mjs 2025-11-25 SERVER [ARGUMENT ...]    a session in that version with the fake server
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

export const ALL_VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
export const LEGACY_VERSIONS = ALL_VERSIONS.slice(0, -1);
export const MODERN = ALL_VERSIONS.at(-1);
export const TOOL = "case";

export function versionOf(folder) {
    const { name, version } = JSON.parse(readFileSync(new URL(`node_modules/${folder}/package.json`, import.meta.url)));
    return `${name} ${version}`;
}

// `connect(version, { command, args })` gives a function that calls the tool.
export async function main(folder, about, connect) {
    const [version, command, ...args] = process.argv.slice(2);
    const print = console.log;
    if (version === "about") {
        print(JSON.stringify({ version: versionOf(folder), numbers: "doubles", ...about }));
        return;
    }
    // Libraries warn where the answers are written.
    for (const level of ["debug", "info", "log", "warn", "error"]) {
        console[level] = () => {};
    }
    const call = await connect(version, { command, args });
    for await (const line of createInterface({ input: process.stdin })) {
        const { id } = JSON.parse(line);
        let answer;
        try {
            answer = await call();
        } catch (error) {
            answer = { error: String(error?.message ?? error) };
        }
        print(JSON.stringify({ id, ...answer }));
    }
    process.exit();
}
