"""DSPy's tool of an MCP tool, in both of its modes."""

import json
from contextlib import asynccontextmanager

import dspy
from adapter import ALL_VERSIONS, MODERN, NEGATIVE_ZERO, main
from mcp import Client, StdioServerParameters
from pydantic import BaseModel

ABOUT = {
    "versions": ALL_VERSIONS,
    "modes": ["text", "structured"],
    "gives": "a text, texts, blocks or the structured value, `dspy.Tool.from_mcp_tool`",
    "by_design": NEGATIVE_ZERO,
}


def plain(value):
    return value.model_dump(by_alias=True, mode="json", exclude_unset=True) if isinstance(value, BaseModel) else value


@asynccontextmanager
async def connect(version, server):
    parameters = StdioServerParameters(command=server[0], args=server[1:])
    async with Client(parameters, mode=version if version == MODERN else "legacy") as client:
        tool = (await client.list_tools()).tools[0]
        tools = {mode: dspy.Tool.from_mcp_tool(client, tool, result_mode=mode) for mode in ABOUT["modes"]}

        async def call(case):
            # What is asked in another mode is the same in this one.
            mode = "structured" if "structured" in case["mode"] else "text"
            try:
                value = await tools[mode].acall()
            except RuntimeError as error:
                if str(error).startswith("Failed to call a MCP tool"):
                    return {"tool": None}
                raise
            return {"value": json.dumps([plain(item) for item in value] if isinstance(value, list) else value)}

        yield call


main("dspy mcp", ABOUT, connect)
