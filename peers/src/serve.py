"""What the server of the Python SDK sends of a `tools/call` result that its handler built.

A request is `[result, version]`, a line on standard input; the version is that of the session. The answer is `sent`; or
`refused`, where the caller gets an internal error.
"""

import json
import sys

import pydantic
from mcp_types.methods import serialize_server_result


def answer(result, version):
    try:
        return {"sent": serialize_server_result("tools/call", version, result)}
    except pydantic.ValidationError as error:
        return {"refused": str(error)}


for line in sys.stdin:
    print(json.dumps(answer(*json.loads(line))), flush=True)
