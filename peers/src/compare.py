"""Compares what callers get from DSPy's own conversion and from the one on this crate, object by object.

A request is `[result, mode]`, a line on standard input; the path of `find-output` is the argument. The answer is
`{"rejected": message}` from the Python SDK, or a `verdict`: `same` where both gave the very same objects, or raised the
same; else how they differ.
"""

import json
import pathlib
import sys

import pydantic
from dspy.utils.mcp import _convert_mcp_tool_result
from mcp.types import CallToolResult

sys.path.append(str(pathlib.Path(__file__).parent / "agents"))
from by_position import FindOutput, convert


def outcome(conversion, *arguments):
    """What a conversion returns, and the message that it raises."""
    try:
        return conversion(*arguments), None
    except RuntimeError as error:
        return None, str(error)


def are_the_same(ours, theirs):
    """Whether both are the same object, or lists of the same objects."""
    both_lists = isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs)
    return ours is theirs or both_lists and all(our is their for our, their in zip(ours, theirs))


def texts_of(call_tool_result):
    return [block.text for block in call_tool_result.content if block.type == "text"]


def verdict(call_tool_result, mode, find_output):
    ours, our_error = outcome(convert, call_tool_result, find_output, mode)
    theirs, their_error = outcome(_convert_mcp_tool_result, call_tool_result, mode)
    if our_error is not None and their_error is not None:
        texts = [text for text in texts_of(call_tool_result) if text]
        if not texts or our_error == "tool call failed: " + "\n".join(texts):
            return "same failure"
    elif our_error is None and their_error is None:
        is_structured = theirs is call_tool_result.structured_content
        if ours is theirs if is_structured else are_the_same(ours, theirs):
            return "same"
        if ours == "" and theirs == [] and texts_of(call_tool_result) == [""]:
            return "an empty text for an empty list"
    return f"ours: {ours!r}, {our_error!r}\ntheirs: {theirs!r}, {their_error!r}"


def answer(result, mode, find_output):
    try:
        call_tool_result = CallToolResult.model_validate(result, by_name=False)
    except pydantic.ValidationError as error:
        return {"rejected": str(error)}
    return {"verdict": verdict(call_tool_result, mode, find_output)}


if __name__ == "__main__":
    find_output = FindOutput(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(answer(*json.loads(line), find_output)), flush=True)
