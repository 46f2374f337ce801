"""What the adapters in Python share: reads a case a line, has a tool called, and writes an answer a line.

    python NAME.py about                                 what the adapter says of itself
    python NAME.py 2025-11-25 SERVER [ARGUMENT ...]      a session in that version with the fake server

The members of an answer are in the README.
"""

import asyncio
import json
import logging
import sys
from importlib.metadata import version

ALL_VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
LEGACY_VERSIONS = ALL_VERSIONS[:-1]
MODERN = ALL_VERSIONS[-1]
TOOL = "case"

# By design, because the Python SDK, or Python, has it so.
NEGATIVE_ZERO = {"numbers_are_kept/negative_zero*": "`-0` is read as an integer of Python, which is 0."}
A_FLOAT = "A priority is a float: 1 is given as 1.0."
FLOAT_PRIORITY = {"any_other_audience_is_for_the_model/annotations_without_audience": A_FLOAT}
# What a content of blocks without annotations and unknown members differs in.
CONTENT = [
    "content_mode_gives_every_block/annotations*",
    "content_mode_gives_every_block/for_the_user*",
    "member_order_is_kept/image*",
    "depth_does_not_matter/*",
]
# Where the images stand among the texts.
EVERY_BLOCK = [
    "text_beside_blocks_is_its_string",
    "empty_text_yields_to_blocks",
    "several_texts_are_a_list/b*",
    "empty_texts_stay_in_the_list/all_beside_a_block*",
    "form_is_for_structured_modes",
]


def own_blocks(sentence, *names):
    """Blocks in a form of the implementation's own, which has no place for some members."""
    return dict.fromkeys(["unknown_blocks_are_kept/*", "only_type_text_is_text/*", *names], sentence)


def main(packages, about, connect):
    """`connect(version, server)` is an asynchronous context that gives a function from a case to an answer."""
    if sys.argv[1] == "about":
        names = packages.split()
        print(json.dumps({"version": ", ".join(f"{name} {version(name)}" for name in names), **about}))
        return
    logging.disable()
    asyncio.run(answer_cases(connect, sys.argv[1], sys.argv[2:]))


async def answer_cases(connect, version, server):
    async with connect(version, server) as call:
        while line := await asyncio.to_thread(sys.stdin.readline):
            case = json.loads(line)
            try:
                answer = await call(case)
            except Exception as error:
                answer = {"error": str(error) or repr(error)}
            print(json.dumps({"id": case["id"], **answer}), flush=True)


def dumped(model):
    """A model of pydantic as the JSON text that it came from, without what was not there."""
    return json.dumps(model.model_dump(by_alias=True, mode="json", exclude_unset=True))
