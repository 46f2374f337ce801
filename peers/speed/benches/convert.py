"""Converts a tool result as DSPy does, again and again, and tells the processor time that it took.

A request on standard input is a line `mode count length`, and as many bytes of JSON. The answer is a line with
nanoseconds. What was made is not dropped within that time.
"""

import sys
import time

from dspy.utils.mcp import _convert_mcp_tool_result
from mcp.types import CallToolResult

for request in sys.stdin.buffer:
    mode, count, length = request.decode().split()
    result = sys.stdin.buffer.read(int(length))
    kept = []
    start = time.thread_time_ns()
    for _ in range(int(count)):
        call_tool_result = CallToolResult.model_validate_json(result, by_name=False)
        kept.append((call_tool_result, _convert_mcp_tool_result(call_tool_result, mode)))
    print(time.thread_time_ns() - start, flush=True)
    del kept, call_tool_result
