"""A Python SDK's client, given one result after the other: `.venv-1.16/bin/python client.py`.

Reads and writes the same lines as client.mjs.
"""

import json
import logging
import sys
from contextlib import asynccontextmanager
from importlib.metadata import version as version_of
from itertools import groupby

import anyio
from mcp import ClientSession
from mcp.shared.message import SessionMessage

IS_FIRST = version_of("mcp").startswith("1.")

if IS_FIRST:
    from mcp.shared.version import SUPPORTED_PROTOCOL_VERSIONS
    from mcp.types import JSONRPCMessage

    read_message = JSONRPCMessage.model_validate_json
else:
    from mcp import Client
    from mcp_types import jsonrpc_message_adapter
    from mcp_types.version import SUPPORTED_PROTOCOL_VERSIONS

    def read_message(line):
        return jsonrpc_message_adapter.validate_json(line, by_name=False)


MODERN = "2026-07-28"
SERVER = {"name": "server", "version": "1"}
CAPABILITIES = {"tools": {}, "prompts": {}, "resources": {}}
NO_TOOLS = {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
UNREADABLE = -32700
# Clients that wait for longer than this have lost the answer.
SECONDS = 30

REQUESTS = {
    "tools/list": lambda client, _: client.list_tools(),
    "tools/call": lambda client, tool: client.call_tool(tool, {}),
    "prompts/list": lambda client, _: client.list_prompts(),
    "prompts/get": lambda client, _: client.get_prompt("prompt"),
    "resources/list": lambda client, _: client.list_resources(),
    "resources/templates/list": lambda client, _: client.list_resource_templates(),
    "resources/read": lambda client, _: client.read_resource("file:///resource"),
}

# What a result is about: as many as were sent have to arrive.
LISTS = {
    "tools/list": "tools",
    "tools/call": "content",
    "prompts/list": "prompts",
    "prompts/get": "messages",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
    "resources/read": "contents",
}


@asynccontextmanager
async def answers(results):
    """A transport that answers each request with the text of a result, read as the SDK's own transports read a line."""
    to_client, from_server = anyio.create_memory_object_stream(16)
    to_server, from_client = anyio.create_memory_object_stream(16)

    async def serve():
        async for message in from_client:
            request = getattr(message.message, "root", message.message)
            if (number := getattr(request, "id", None)) is not None:
                await to_client.send(SessionMessage(answer(number, results[request.method])))

    async with anyio.create_task_group() as tasks, to_client, from_server, to_server, from_client:
        tasks.start_soon(serve)
        yield from_server, to_server
        tasks.cancel_scope.cancel()


def answer(number, result):
    """Where the SDK's transports drop a message, and the client would wait in vain, it gets an error."""
    head = f'{{"jsonrpc":"2.0","id":{json.dumps(number)},'
    try:
        return read_message(f'{head}"result":{result}}}')
    except ValueError as error:
        why = {"code": UNREADABLE, "message": str(error)}
        return read_message(f'{head}"error":{json.dumps(why)}}}')


@asynccontextmanager
async def connected(version):
    """A client, and the results that it will be given."""
    results = {
        "initialize": json.dumps({"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": SERVER})
    }
    if IS_FIRST:
        async with answers(results) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            yield session, results
    else:
        mode = version if version == MODERN else "legacy"
        async with Client(answers(results), mode=mode, cache=None) as client:
            yield client, results


async def take(client, results, given):
    """Raises what the client raises."""
    method, result, tools = given["method"], given["result"], given.get("tools")
    # Python clients ask for the tools by themselves.
    results["tools/list"] = tools or json.dumps(NO_TOOLS)
    results[method] = result
    if tools:
        await client.list_tools()
    taken = await REQUESTS[method](client, given.get("tool", "a tool of no list"))
    name = LISTS[method]
    sent, arrived = json.loads(result).get(name) or [], taken.model_dump(by_alias=True)[name]
    if len(sent) != len(arrived):
        raise ValueError(f"of {len(sent)} {name}, {len(arrived)} arrived")


def client_of(given):
    """Clients keep the tools that they were told of: who is told of some gets a new one."""
    return given["version"], given["id"] if "tools" in given else None


async def main():
    print(json.dumps({"versions": list(SUPPORTED_PROTOCOL_VERSIONS)}), flush=True)
    for (version, _), group in groupby(map(json.loads, sys.stdin), client_of):
        async with connected(version) as (client, results):
            for given in group:
                verdict = {"accepted": True}
                try:
                    with anyio.fail_after(SECONDS):
                        await take(client, results, given)
                except Exception as error:
                    verdict = {"rejected": str(error) or repr(error)}
                print(json.dumps({"id": given["id"], **verdict}))


logging.disable()
anyio.run(main)
