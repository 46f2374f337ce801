// The AI SDK's tool of an MCP tool: what its `execute` gives.
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { ALL_VERSIONS, TOOL, main } from "./adapter.mjs";

const about = {
    versions: ALL_VERSIONS,
    gives: "the whole result, `execute` of a tool",
    by_design: Object.fromEntries(
        [
            "absent_content_is_no_blocks",
            "structured_value_is_shown_where_there_is_nothing_to_read",
            "structured_null_is_not_shown",
        ].map((rule) => [rule, "Without content, the structured value is given as a text block."]),
    ),
};

await main("@ai-sdk/mcp", about, async (_, server) => {
    // A response that it does not read leaves the call without an answer, and is told here alone.
    let onUnread;
    const onUncaughtError = (error) => onUnread(error);
    const client = await createMCPClient({ transport: new StdioTransport(server), onUncaughtError });
    const tool = (await client.tools())[TOOL];
    return () =>
        new Promise((resolve, reject) => {
            onUnread = (error) => reject(new Error(`no answer, but onUncaughtError is told: ${error?.cause?.message ?? error?.message}`));
            const called = tool.execute({}, { toolCallId: "1", messages: [] });
            called.then((result) => resolve({ result: JSON.stringify(result) }), reject);
        });
});
