"""The Strands client's tool result: `MCPClient.call_tool_async`."""

import base64
import json
from contextlib import asynccontextmanager

from adapter import ALL_VERSIONS, CONTENT, NEGATIVE_ZERO, TOOL, main, own_blocks
from mcp import StdioServerParameters, stdio_client
from strands.tools.mcp import MCPClient

ABOUT = {
    "versions": ALL_VERSIONS,
    "modes": ["content", "non_null_structured", "non_null_structured/blocks"],
    "gives": "blocks of its own form and the structured value, `MCPClient.call_tool_async`",
    "by_design": NEGATIVE_ZERO
    | own_blocks(
        "Blocks are texts and images without annotations; of an embedded resource, the text.",
        *CONTENT,
    ),
}


def block(given):
    """A block of Strands', as that of MCP that it was made from, where it tells."""
    if "text" in given:
        return {"type": "text", "text": given["text"]}
    image = given["image"]
    data = base64.b64encode(image["source"]["bytes"]).decode()
    return {"type": "image", "data": data, "mimeType": f"image/{image['format']}"}


@asynccontextmanager
async def connect(_version, server):
    parameters = StdioServerParameters(command=server[0], args=server[1:])
    with MCPClient(lambda: stdio_client(parameters)) as client:

        async def call(case):
            result = await client.call_tool_async(case["id"], TOOL, {})
            if result["status"] == "error":
                # The client writes its own failures as results as well; those have no `isError`.
                return {"tool": None} if result.get("isError") else {"error": result["content"][0]["text"]}
            whole = {"content": [block(given) for given in result["content"]]}
            if "structuredContent" in result:
                whole["structuredContent"] = result["structuredContent"]
            return {"result": json.dumps(whole)}

        yield call


main("strands-agents mcp", ABOUT, connect)
