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
    const client = await createMCPClient({ transport: new StdioTransport(server) });
    const tool = (await client.tools())[TOOL];
    return async () => ({ result: JSON.stringify(await tool.execute({}, { toolCallId: "1", messages: [] })) });
});
