"""Between mypyc and the C compiler: mypyc's library is mended, and the C code is put so that it compiles fast."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Protocol

#: What the file of one module needs of Python.h: reading that takes longer than all the rest of it.
_SHORT = """typedef struct _object PyObject;
PyObject *PyImport_ImportModuleLevel(const char *, PyObject *, PyObject *, PyObject *, int);
PyObject *PyObject_GetAttrString(PyObject *, const char *);
PyObject *Py_BuildValue(const char *, ...);
void *PyCapsule_GetPointer(PyObject *, const char *);
void PyErr_Clear(void);
void Py_DecRef(PyObject *);
#define Py_DECREF Py_DecRef
#define PyMODINIT_FUNC __attribute__((visibility("default"))) PyObject *
#define NULL ((void *)0)
"""
_QUICK = "compile_quick.h"  # in front of every part


class Extension(Protocol):
    """What setuptools knows of a library to build."""

    sources: list[str]


def mend_library(build: Path) -> None:
    """Three changes of the C code that mypyc puts beside ours.

    It puts everything back into a generic dataclass, even what cannot be written. It takes the slots of a base for
    slots of a class. And it notes every function that an exception leaves, which takes long and is of no use for
    the one that ends a mission: nobody sees it.
    """
    slots = "PyObject_GetAttr((PyObject *)t, mypyc_interned_str.__slots__);"
    copied = "PyObject *orig_dict = PyDict_Copy(ttp->tp_dict);"
    unwritable = "".join(
        f' if (orig_dict && PyDict_GetItemString(orig_dict, "{name}")) PyDict_DelItemString(orig_dict, "{name}");'
        for name in ("__dict__", "__weakref__")
    )
    left = "PyThreadState *thread_state = PyThreadState_GET();\n    PyFrameObject *frame_obj;"
    ended = 'if (exc && !strcmp(((PyTypeObject *)exc)->tp_name, "MissionEnded")) return;'
    changes = (
        ("misc_ops.c", copied, copied + unwritable),
        ("misc_ops.c", slots, 'Py_XNewRef(PyDict_GetItemString(t->ht_type.tp_dict, "__slots__"));'),
        ("exc_ops.c", left, f"{left}\n    exc = PyErr_Occurred();\n    {ended}"),
    )
    for name, old, new in changes:
        text = (build / name).read_text(encoding="utf-8")
        if text.count(old) != 1:
            raise SystemExit(f"scripts/compile: {name} is not what it was in the mypyc that this was written for")
        (build / name).write_text(text.replace(old, new), encoding="utf-8")


def gather(extension: Extension, build: Path, parts: int) -> None:
    """Compile the modules as so many files of one length: the headers are longer than most modules."""
    ours = [name for name in extension.sources if Path(name).name.startswith("__native_")]
    if len(ours) <= parts:
        return
    shares: list[list[str]] = [[] for _ in range(parts)]
    sizes = [0] * parts
    for name in sorted(ours, key=lambda name: (-os.path.getsize(name), name)):
        least = sizes.index(min(sizes))
        shares[least].append(name)
        sizes[least] += os.path.getsize(name)
    made: list[str] = []
    shutil.copy(Path(__file__).with_name(_QUICK), build)
    for number, names in enumerate(shares):
        path = build / f"part_{number}.c"
        included = [_QUICK, *(Path(name).name for name in sorted(names))]
        path.write_text("".join(f'#include "{name}"\n' for name in included), encoding="utf-8")
        made.append(str(path))
    extension.sources = made + [name for name in extension.sources if name not in ours]


def shorten(extension: Extension) -> None:
    """The file that only leads from a module's name to its code does without Python.h."""
    if os.name != "posix" or len(extension.sources) != 1:
        return
    path = Path(extension.sources[0])
    text = path.read_text(encoding="utf-8")
    if text.startswith("#include <Python.h>"):
        path.write_text(text.replace("#include <Python.h>", _SHORT, 1), encoding="utf-8")
