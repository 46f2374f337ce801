// The client of the TypeScript SDK 2: the result of `Client.callTool`.
import { Client } from "ts-2.4";
import { StdioClientTransport } from "ts-2.4/stdio";
import { ALL_VERSIONS, MODERN, TOOL, main } from "./adapter.mjs";

const about = {
    versions: ALL_VERSIONS,
    gives: "the whole result, `Client.callTool`",
    by_design: {
        "error: Invalid result for tools/call": "A result that is not valid by the schema is an error.",
        "structured_value_is_returned_as_sent/odd_names*": "`__proto__` is left out, as zod does for safety.",
    },
};

await main("ts-2.4", about, async (version, server) => {
    const options = version === MODERN ? { versionNegotiation: { mode: { pin: version } } } : {};
    const client = new Client({ name: "client", version: "1" }, options);
    await client.connect(new StdioClientTransport(server));
    return async () => ({ result: JSON.stringify(await client.callTool({ name: TOOL, arguments: {} })) });
});
