"""DSPy: what its callers get of a tool's result, in its modes `text` and `structured`.

Where the output is, is told by the Rust program `find-output`, a request and an answer a line; a binding would do as
well. What is returned are the objects of the Python SDK themselves.
"""

import json
import subprocess


class FindOutput:
    def __init__(self, program):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True)

    def __call__(self, result, mode):
        print(json.dumps([result, mode]), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


def convert(call_tool_result, find_output, result_mode="text"):
    sent = call_tool_result.model_dump(mode="json", by_alias=True, exclude_unset=True)
    content = call_tool_result.content
    match find_output(sent, result_mode):
        case "structured":
            return call_tool_result.structured_content
        case {"text": position}:
            return content[position].text
        case {"texts": positions}:
            return [content[position].text for position in positions]
        case {"blocks": positions}:
            return [content[position] for position in positions]
        case {"error": message}:
            raise RuntimeError(message)
