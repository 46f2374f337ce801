"""Pydantic AI's toolset of an MCP server: what `direct_call_tool` returns."""

import base64
import json
from contextlib import asynccontextmanager

from adapter import ALL_VERSIONS, EVERY_BLOCK, NEGATIVE_ZERO, TOOL, main, own_blocks
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import BinaryContent

ABOUT = {
    "versions": ALL_VERSIONS,
    "modes": ["non_null_structured", "non_null_structured/blocks"],
    "gives": "the structured value, or else texts and binary content, `MCPToolset.direct_call_tool`",
    "by_design": NEGATIVE_ZERO
    | own_blocks(
        "Blocks are strings and binary content; of a link, the URI.",
        "blocks_are_given_where_there_is_no_text/*",
    )
    | dict.fromkeys(
        ["text_is_never_parsed", "several_texts_are_a_list/json*"],
        "A text that starts with a brace or a bracket is parsed as JSON.",
    )
    | {
        "nothing_is_unwrapped": "A lone member `result` is what the Python SDK wraps a value in, and is unwrapped.",
        "rest_keeps_what_was_not_taken/*": "A structured value is given only where all blocks are texts.",
    }
    | dict.fromkeys(EVERY_BLOCK, "Every block is given, also beside a text."),
}


def block(part):
    if isinstance(part, str):
        return {"type": "text", "text": part}
    if isinstance(part, BinaryContent):
        kind = part.media_type.partition("/")[0]
        return {"type": kind, "data": base64.b64encode(part.data).decode(), "mimeType": part.media_type}
    return part


def answers(value):
    """What a value may stand for: it does not tell where it came from."""
    parts = value if isinstance(value, list) else [value]
    if all(isinstance(part, str) for part in parts) and parts:
        yield {"text": parts[0]} if len(parts) == 1 else {"texts": parts}
    if not any(isinstance(part, BinaryContent) for part in parts):
        yield {"structured": json.dumps(value)}
    yield {"blocks": json.dumps([block(part) for part in parts])}


@asynccontextmanager
async def connect(_version, server):
    toolset = MCPToolset(StdioTransport(server[0], server[1:]), tool_error_behavior="error")
    async with toolset:

        async def call(_case):
            try:
                return {"any": list(answers(await toolset.direct_call_tool(TOOL, {})))}
            except ToolError:
                return {"tool": None}

        yield call


main("pydantic-ai-slim fastmcp-slim mcp", ABOUT, connect)
