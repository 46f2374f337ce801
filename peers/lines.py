"""Counts what the conversions of codex, rig and DSPy take, there and on this crate; fails where it is not less.

A line counts unless it is blank or a comment. Counted are the functions by name, with all that is in them, and in both
places from the same start to the same end: from a result to what the agent's own types need.
"""

import ast
import json
import pathlib
import re
import subprocess
import sys

import dspy

PEERS = pathlib.Path(__file__).parent


def rust_lines(source, *names):
    lines = source.splitlines()
    return sum(rust_function_lines(lines, name) for name in names)


def rust_function_lines(lines, name):
    start = next(at for at, line in enumerate(lines) if re.match(rf"\s*(pub(\(crate\))? )?fn {name}\b", line))
    indent = re.match(r"\s*", lines[start])[0]
    end = next(at for at in range(start, len(lines)) if lines[at] == indent + "}")
    return sum(1 for line in lines[start : end + 1] if line.strip() and not line.strip().startswith("//"))


def python_lines(source, *names):
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef) and node.name in names]
    assert len(functions) == len(names)
    lines = source.splitlines()
    counted = [line.strip() for node in functions for line in lines[node.lineno - 1 : node.end_lineno]]
    docs = sum(len((ast.get_docstring(node, clean=False) or "").splitlines()) for node in functions)
    return sum(1 for line in counted if line and not line.startswith("#")) - docs


def folder_of(crate):
    """Where cargo put the source of a dependency of `rig`."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    metadata = json.loads(subprocess.run(command, cwd=PEERS / "rig", check=True, capture_output=True).stdout)
    manifest = next(package["manifest_path"] for package in metadata["packages"] if package["name"] == crate)
    return pathlib.Path(manifest).parent


rig = (folder_of("rig-rmcp") / "src/native.rs").read_text()
dspy_mcp = (pathlib.Path(dspy.__file__).parent / "utils/mcp.py").read_text()
rows = {
    # In no registry. Counted once, in codex-rs/protocol/src/models.rs as of 2026: `as_function_call_output_payload`,
    # `convert_mcp_content_to_items` and `success`.
    "codex": (
        38 + 62 + 3,
        rust_lines((PEERS / "src/agents/codex.rs").read_text(), "payload", "item", "image"),
    ),
    "rig": (
        rust_lines(rig, "mcp_result_output", "mcp_content_block_to_tool_content", "mcp_content_block_as_json"),
        rust_lines((PEERS / "rig/src/lib.rs").read_text(), "tool_output", "tool_error", "content", "text"),
    ),
    "DSPy": (
        python_lines(dspy_mcp, "_convert_mcp_tool_result", "_field_is_set"),
        python_lines((PEERS / "src/agents/by_position.py").read_text(), "convert"),
    ),
}
print("lines         original   on this crate")
for agent, (original, ours) in rows.items():
    print(f"{agent:10} {original:11} {ours:15}")
sys.exit(any(ours >= original for original, ours in rows.values()))
