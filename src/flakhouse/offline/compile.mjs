// node compile.mjs PYODIDE STAGE KEPT: makes bytecode of every .py below STAGE with the Python of the browser,
// in its place. What it makes depends on the sources alone: hashes instead of times, one order, one hash seed.
// Docstrings are left out except in the folders KEPT, whose structures the API describes with them.
import { pathToFileURL } from "node:url";
import path from "node:path";

const [pyodide, stage, kept] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: pyodide + path.sep, env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", HOME: "/home/pyodide" } });
python.FS.mkdir("/stage");
python.FS.mount(python.FS.filesystems.NODEFS, { root: stage }, "/stage");
python.globals.set("kept", kept.split(","));
python.runPython(`
import ast
import importlib.util
import os
from importlib._bootstrap_external import _code_to_hash_pyc


def bare(tree):
    """Take the docstrings out; assertions stay, so that nothing else behaves otherwise."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node, False) is not None:
            first = node.body.pop(0)
            if not node.body:
                node.body = [ast.copy_location(ast.Pass(), first)]


for folder, folders, files in os.walk("/stage"):
    folders.sort()
    for name in sorted(files):
        if not name.endswith(".py"):
            continue
        path = os.path.join(folder, name)
        with open(path, "rb") as file:
            source = file.read()
        where = path.removeprefix("/stage")
        tree = ast.parse(source, where)
        if not where.startswith(tuple(kept)):
            bare(tree)
        code = compile(tree, where, "exec", dont_inherit=True, optimize=0)
        made = _code_to_hash_pyc(code, importlib.util.source_hash(source), False)
        os.remove(path)
        with open(path + "c", "wb") as file:
            file.write(made)
`);
