"""The smolagents tool of an MCP tool, with `structured_output`."""

import asyncio
import json
from contextlib import asynccontextmanager

from adapter import LEGACY_VERSIONS, main
from mcp import StdioServerParameters
from smolagents import MCPClient

ABOUT = {
    "versions": LEGACY_VERSIONS,
    "modes": ["non_null_structured"],
    "gives": "the structured value, or else the first block, `MCPClient`",
    "by_design": dict.fromkeys(
        ["several_texts_are_a_list", "empty_texts_stay_in_the_list", "empty_text_yields_to_blocks/image_behind*"],
        "One value is given, that of the first block; a warning is logged.",
    )
    | {
        "text_is_never_parsed": "Where structured output is on and there is none, the text is parsed as JSON.",
        "error: unsupported content type": "There are values for texts, images and audio alone.",
        "error: cannot identify image": "An image is decoded; those of the cases are none.",
        "error: torchaudio": "Audio takes a package that is not installed.",
    },
}


def answers(value):
    """What a value may stand for: it does not tell where it came from."""
    if isinstance(value, str):
        yield {"text": value}
    yield {"structured": json.dumps(value)}


@asynccontextmanager
async def connect(_version, server):
    parameters = StdioServerParameters(command=server[0], args=server[1:])
    with MCPClient(parameters, structured_output=True) as [tool]:

        async def call(_case):
            value = await asyncio.to_thread(tool.forward)
            if type(value).__module__.startswith("PIL"):
                return {"not_applicable": "an image is decoded"}
            return {"any": list(answers(value))}

        yield call


main("smolagents mcpadapt mcp", ABOUT, connect)
