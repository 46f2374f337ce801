// The client of the TypeScript SDK 1: the result of `Client.callTool`.
import { Client } from "ts-1.32/client/index.js";
import { StdioClientTransport } from "ts-1.32/client/stdio.js";
import { LEGACY_VERSIONS, TOOL, main } from "./adapter.mjs";

const about = {
    versions: LEGACY_VERSIONS,
    gives: "the whole result, `Client.callTool`",
    by_design: {
        "structured_value_is_returned_as_sent/odd_names*": "`__proto__` is left out, as zod does for safety.",
    },
};

await main("ts-1.32", about, async (_, server) => {
    const client = new Client({ name: "client", version: "1" });
    await client.connect(new StdioClientTransport(server));
    return async () => ({ result: JSON.stringify(await client.callTool({ name: TOOL, arguments: {} })) });
});
