"""The Python SDK's server: handlers that answer with the result of a file."""

import json
import pathlib
import sys
from importlib.metadata import version

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

ABOUT = {
    "version": f"mcp {version('mcp')}",
    "versions": ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"],
    "methods": ["tools/call", "tools/list"],
    "gives": "what `Server` sends of the dictionary that a handler returns",
    "by_design": {
        "error: Handler returned an invalid result": "A result has to be valid in the session's version, or is refused.",
    }
    | dict.fromkeys(
        [
            "everything_else_stays",
            "member_order_stays",
            "method_decides_what_is_stripped",
            "method_decides_what_is_translated",
            "nothing_else_is_translated",
            "legacy_peer_gets_no_cache_hints",
        ],
        "Sent are the members that the schema of the session's version has.",
    )
    | dict.fromkeys(
        [
            "object_is_written_before_2025_06_18",
            "value_is_written_behind_a_failure",
            "value_that_stays_fills_empty_content",
        ],
        "No text is written beside a structured value.",
    ),
}


async def answer(_context, _params):
    return json.loads(pathlib.Path(sys.argv[1]).read_text())


async def serve():
    server = Server("server", on_list_tools=answer, on_call_tool=answer)
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


if sys.argv[1] == "about":
    print(json.dumps(ABOUT))
else:
    anyio.run(serve)
