"""Converts tool results as DSPy does: a request a line on standard input, an answer a line on standard output.

A request is `[result, mode, version]`. The Python SDK reads the result, and DSPy converts what it made of it. In a
session of a protocol version, the SDK's client checks the result against that version's schema first; where the version
is null, what its types read is enough. The answer is `{"rejected": message}` from the SDK; or `read`, the result as the
SDK read it, with DSPy's `output` or its `tool_error`.
"""

import json
import sys

import pydantic
from dspy.utils.mcp import _convert_mcp_tool_result
from mcp.types import CallToolResult
from mcp_types.methods import validate_server_result


def as_json(value):
    """A model of the SDK as JSON: only the members that were sent count."""
    if isinstance(value, list):
        return [as_json(element) for element in value]
    if isinstance(value, pydantic.BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return value


def answer(result, mode, version):
    try:
        if version is not None:
            validate_server_result("tools/call", version, result)
        call_tool_result = CallToolResult.model_validate(result, by_name=False)
    except pydantic.ValidationError as error:
        return {"rejected": str(error)}
    read = as_json(call_tool_result)
    try:
        return {"read": read, "output": as_json(_convert_mcp_tool_result(call_tool_result, mode))}
    except RuntimeError as error:
        return {"read": read, "tool_error": str(error)}


for line in sys.stdin:
    print(json.dumps(answer(*json.loads(line))), flush=True)
