"""The LangChain tool of an MCP tool: the content and the artifact of its message."""

import json
from contextlib import asynccontextmanager

from adapter import CONTENT, LEGACY_VERSIONS, NEGATIVE_ZERO, main, own_blocks
from langchain_mcp_adapters.tools import load_mcp_tools
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

ABOUT = {
    "versions": LEGACY_VERSIONS,
    "modes": ["content", "non_null_structured", "non_null_structured/blocks"],
    "gives": "blocks of its own form, and the structured value as the artifact, `load_mcp_tools`",
    "by_design": NEGATIVE_ZERO
    | own_blocks(
        "Blocks are LangChain's texts, images and files, which have neither annotations nor names.",
        *CONTENT,
        "blocks_are_given_where_there_is_no_text/*",
    )
    | {"error: AudioContent conversion": "LangChain has no audio blocks, and says so."},
}


def block(given):
    """A block of LangChain's, as that of MCP that it was made from, where it tells."""
    given = {name: value for name, value in given.items() if name != "id"}
    if given["type"] == "image" and "base64" in given:
        return {"type": "image", "data": given["base64"], "mimeType": given["mime_type"]}
    return given


@asynccontextmanager
async def connect(_version, server):
    parameters = StdioServerParameters(command=server[0], args=server[1:])
    async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
        await session.initialize()
        [tool] = await load_mcp_tools(session)

        async def call(case):
            message = await tool.ainvoke({"type": "tool_call", "id": case["id"], "name": tool.name, "args": {}})
            if message.status == "error":
                return {"tool": None}
            whole = {"content": [block(given) for given in message.content]}
            if message.artifact is not None:
                whole["structuredContent"] = message.artifact["structured_content"]
            return {"result": json.dumps(whole)}

        yield call


main("langchain-mcp-adapters mcp", ABOUT, connect)
