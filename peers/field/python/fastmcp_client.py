"""FastMCP's client: the result of `Client.call_tool`."""

import json
from contextlib import asynccontextmanager

from adapter import ALL_VERSIONS, FLOAT_PRIORITY, MODERN, NEGATIVE_ZERO, TOOL, main
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError

ABOUT = {
    "versions": ALL_VERSIONS,
    "modes": ["text", "content", "model", "non_null_structured", "non_null_structured/blocks"],
    "gives": "blocks and a structured value, `Client.call_tool`",
    "by_design": NEGATIVE_ZERO | FLOAT_PRIORITY,
}


@asynccontextmanager
async def connect(version, server):
    transport = StdioTransport(server[0], server[1:])
    async with Client(transport, mode=version if version == MODERN else "legacy") as client:

        async def call(_case):
            try:
                result = await client.call_tool(TOOL, {})
            except ToolError:
                return {"tool": None}
            blocks = [block.model_dump(by_alias=True, mode="json", exclude_unset=True) for block in result.content]
            whole = {"content": blocks, "isError": result.is_error}
            if result.structured_content is not None:
                whole["structuredContent"] = result.structured_content
            return {"result": json.dumps(whole)}

        yield call


main("fastmcp mcp", ABOUT, connect)
