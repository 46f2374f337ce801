"""The OpenAI Agents SDK's tool of an MCP tool, with `use_structured_content`."""

import json
from contextlib import asynccontextmanager

from adapter import ALL_VERSIONS, EVERY_BLOCK, NEGATIVE_ZERO, main, own_blocks
from agents import RunContextWrapper
from agents.mcp import MCPServerStdio, MCPUtil

ABOUT = {
    "versions": ALL_VERSIONS,
    "modes": ["non_null_structured", "non_null_structured/blocks"],
    "gives": "the structured value as JSON, or else texts and images, `MCPUtil.invoke_mcp_tool`",
    "by_design": NEGATIVE_ZERO
    | own_blocks(
        "Blocks are texts and images; any other block is a text with its JSON.",
        "blocks_are_given_where_there_is_no_text/*",
    )
    | dict.fromkeys(EVERY_BLOCK, "Every block is given, also beside a text."),
}


def block(item):
    """An item of the output, as the block that it was made from."""
    if item["type"] == "image":
        kind, _, data = item["image_url"].removeprefix("data:").partition(";base64,")
        return {"type": "image", "data": data, "mimeType": kind}
    return item


def answers(output):
    if isinstance(output, str):
        yield {"structured": output}
        return
    items = output if isinstance(output, list) else [output]
    texts = [item["text"] for item in items if item["type"] == "text"]
    if len(texts) == len(items) and items:
        yield {"text": texts[0]} if len(items) == 1 else {"texts": texts}
    yield {"blocks": json.dumps([block(item) for item in items])}


@asynccontextmanager
async def connect(_version, server):
    parameters = {"command": server[0], "args": server[1:]}
    async with MCPServerStdio(parameters, cache_tools_list=True, use_structured_content=True) as mcp_server:
        [tool] = await mcp_server.list_tools()

        async def call(_case):
            return {"any": list(answers(await MCPUtil.invoke_mcp_tool(mcp_server, tool, RunContextWrapper(None), "{}")))}

        yield call


main("openai-agents mcp", ABOUT, connect)
