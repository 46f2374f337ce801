"""A server on the Python SDK that answers `tools/list` and `tools/call` with one of results.json: `python server.py 0`."""

import json
import pathlib
import sys

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

results = json.loads(pathlib.Path(__file__).with_name("results.json").read_text())
result = results[int(sys.argv[1])]["result"]


async def answer(_context, _params):
    return result


async def main():
    server = Server("server", on_list_tools=answer, on_call_tool=answer)
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


anyio.run(main)
