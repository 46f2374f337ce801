// The server of the TypeScript SDK 2: handlers that answer with the result of a file.
import { readFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { ALL_VERSIONS, versionOf } from "./adapter.mjs";

const named = (names, sentence) => Object.fromEntries(names.map((name) => [name, sentence]));

const WRAPPED = named(
    [
        "schema_of_another_type_is_removed",
        "schema_without_type_is_removed",
        "schema_with_a_list_of_types_is_removed",
        "schema_with_a_malformed_type_is_removed",
        "tools_keep_their_place",
        "member_order_stays/output_schema_in_a_tool",
        "schema_of_objects_gets_a_type",
        "other_schema_is_not_sent",
        "reference_has_to_lead_to_objects",
        "proof_has_limits",
    ],
    "For older peers an output schema of another type is wrapped in that of an object with a member `result`.",
);

const NOT_WRITTEN = named(
    ["object_is_written_before_2025_06_18", "value_is_written_behind_a_failure", "value_that_stays_fills_empty_content"],
    "No text is written beside a structured value.",
);

const about = {
    version: versionOf("@modelcontextprotocol/server"),
    versions: ALL_VERSIONS,
    methods: ["tools/call", "tools/list"],
    numbers: "doubles",
    gives: "what `Server` sends of the object that a handler returns",
    by_design: {
        "error: Invalid tools/call result": "A result has to be valid in the session's version, or is refused.",
        "structured_object_stays/real_value": "`__proto__` is left out, as zod does for safety.",
        ...WRAPPED,
        ...NOT_WRITTEN,
    },
};

const file = process.argv[2];
if (file === "about") {
    console.log(JSON.stringify(about));
} else {
    serveStdio(() => {
        const server = new Server({ name: "server", version: "1" }, { capabilities: { tools: {} } });
        for (const method of about.methods) {
            server.setRequestHandler(method, async () => JSON.parse(readFileSync(file)));
        }
        return server;
    });
}
