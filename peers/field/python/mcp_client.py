"""The Python SDK's client: the result of `Client.call_tool`."""

from contextlib import asynccontextmanager

from adapter import A_FLOAT, ALL_VERSIONS, FLOAT_PRIORITY, MODERN, NEGATIVE_ZERO, TOOL, dumped, main
from mcp import Client, StdioServerParameters

ABOUT = {
    "versions": ALL_VERSIONS,
    "gives": "the whole result, `Client.call_tool`",
    "by_design": NEGATIVE_ZERO | FLOAT_PRIORITY | {"blocks_form_gives_every_block/one_text": A_FLOAT},
}


@asynccontextmanager
async def connect(version, server):
    parameters = StdioServerParameters(command=server[0], args=server[1:])
    async with Client(parameters, mode=version if version == MODERN else "legacy") as client:

        async def call(_case):
            return {"result": dumped(await client.call_tool(TOOL, {}))}

        yield call


main("mcp", ABOUT, connect)
