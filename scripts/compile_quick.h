/* Faster ways into lists and dictionaries, in front of what mypyc makes of every module.
 *
 * mypyc's library has the same functions, but each call leaves the file and goes through Python's interface. Rules
 * walk over the men, guns and engines of a bomber many times in every turn, and look them up by members of enums:
 * these dictionaries are short, and a key is always the very object that was put in, so that looking at the keys one
 * after another is quicker than working out a hash. Whatever is not found so is looked for the usual way.
 */
#include <Python.h>
#include <CPy.h>

/* The place that an index means in a row of this size, the last ones counted from its end; -1: none. */
static inline Py_ssize_t Quick_Place(CPyTagged index, Py_ssize_t size) {
    if (unlikely(!CPyTagged_CheckShort(index)))
        return -1;
    Py_ssize_t at = CPyTagged_ShortAsSsize_t(index);
    if (at < 0)
        at += size;
    return likely((size_t)at < (size_t)size) ? at : -1;
}

static inline PyObject *Quick_Item(PyObject *list, CPyTagged index) {
    Py_ssize_t at = Quick_Place(index, PyList_GET_SIZE(list));
    return likely(at >= 0) ? PyList_GET_ITEM(list, at) : NULL;
}

static inline PyObject *Quick_List_GetItem(PyObject *list, CPyTagged index) {
    PyObject *found = Quick_Item(list, index);
    if (unlikely(found == NULL))
        return CPyList_GetItem(list, index);
    Py_INCREF(found);
    return found;
}

static inline PyObject *Quick_List_GetItemBorrow(PyObject *list, CPyTagged index) {
    PyObject *found = Quick_Item(list, index);
    return likely(found != NULL) ? found : CPyList_GetItemBorrow(list, index);
}

/* Whether there is anything: mostly asked of modifiers and house charts, a row or a dictionary. */
static inline int Quick_IsTrue(PyObject *thing) {
    if (PyTuple_CheckExact(thing))
        return PyTuple_GET_SIZE(thing) > 0;
    if (PyList_CheckExact(thing))
        return PyList_GET_SIZE(thing) > 0;
    if (PyDict_CheckExact(thing))
        return ((PyDictObject *)thing)->ma_used > 0;
    return PyObject_IsTrue(thing);
}

/* Whether the members of this class are equal to themselves alone: those of an enum, and whatever compares as
 * objects do that say nothing else of it. */
static inline int Quick_Alone(PyTypeObject *type) {
    return type->tp_richcompare == PyBaseObject_Type.tp_richcompare || !strcmp(Py_TYPE(type)->tp_name, "EnumType");
}

/* Whether something is in a row: one that is the very thing is found at once, and things that are equal to
 * themselves alone, or of which there are none, need no further question. */
static inline int Quick_Contains(PyObject *row, PyObject *thing) {
    if (!PyList_CheckExact(row) && !PyTuple_CheckExact(row))
        return PySequence_Contains(row, thing);
    Py_ssize_t size = Py_SIZE(row);
    PyObject **items = PySequence_Fast_ITEMS(row);
    int other = 0;
    for (Py_ssize_t at = 0; at < size; at++) {
        if (items[at] == thing)
            return 1;
        other |= Py_TYPE(items[at]) != Py_TYPE(thing);
    }
    if (size == 0 || (!other && Quick_Alone(Py_TYPE(thing))))
        return 0;
    return PySequence_Contains(row, thing);
}

#define PySequence_Contains Quick_Contains
#define PyObject_IsTrue Quick_IsTrue
#define CPyList_GetItem Quick_List_GetItem
#define CPyList_GetItemBorrow Quick_List_GetItemBorrow

/* How a dictionary is made inside, these versions of Python agree upon. */
#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030D0000
#ifndef Py_BUILD_CORE
#define Py_BUILD_CORE
#endif
#include "internal/pycore_dict.h"

#define QUICK_MOST 16 /* entries that are looked through one after another */

/* The entries of a dictionary whose keys are not all texts; NULL for any other. */
static inline PyDictKeyEntry *Quick_Entries(PyObject *dict, Py_ssize_t *count) {
    if (!PyDict_CheckExact(dict))
        return NULL;
    PyDictKeysObject *keys = ((PyDictObject *)dict)->ma_keys;
    if (DK_IS_UNICODE(keys))
        return NULL;
    *count = keys->dk_nentries;
    return DK_ENTRIES(keys);
}

#define QUICK_STEPS 6 /* places of a text that are looked at, in the order in which Python does */

/* The value of a text in a dictionary of texts, if it is the very object and is found in a few steps. */
static inline PyObject *Quick_Text(PyObject *dict, PyObject *key) {
    PyDictKeysObject *keys = ((PyDictObject *)dict)->ma_keys;
    if (!PyUnicode_CheckExact(key) || ((PyDictObject *)dict)->ma_values != NULL || keys->dk_log2_size >= 8)
        return NULL;
    Py_hash_t hash = ((PyASCIIObject *)key)->hash;
    if (hash == -1)
        return NULL;
    size_t mask = ((size_t)1 << keys->dk_log2_size) - 1, rest = (size_t)hash, place = rest & mask;
    for (int step = 0; step < QUICK_STEPS; step++) {
        Py_ssize_t at = ((int8_t *)keys->dk_indices)[place];
        if (at >= 0 && DK_UNICODE_ENTRIES(keys)[at].me_key == key)
            return DK_UNICODE_ENTRIES(keys)[at].me_value;
        if (at == DKIX_EMPTY)
            return NULL;
        rest >>= 5; /* PERTURB_SHIFT of dictobject.c */
        place = (place * 5 + rest + 1) & mask;
    }
    return NULL;
}

/* The value of a key, borrowed; NULL if it is not found the quick way. */
static inline PyObject *Quick_Value(PyObject *dict, PyObject *key) {
    Py_ssize_t count;
    PyDictKeyEntry *entries = Quick_Entries(dict, &count);
    if (entries == NULL)
        return PyDict_CheckExact(dict) ? Quick_Text(dict, key) : NULL;
    if (count <= QUICK_MOST) {
        for (Py_ssize_t at = 0; at < count; at++) {
            if (entries[at].me_key == key)
                return entries[at].me_value;
        }
    }
    return NULL;
}

static inline PyObject *Quick_Dict_GetItem(PyObject *dict, PyObject *key) {
    PyObject *found = Quick_Value(dict, key);
    return found != NULL ? Py_NewRef(found) : CPyDict_GetItem(dict, key);
}

static inline PyObject *Quick_Dict_GetWithNone(PyObject *dict, PyObject *key) {
    PyObject *found = Quick_Value(dict, key);
    return found != NULL ? Py_NewRef(found) : CPyDict_GetWithNone(dict, key);
}

/* An item of a mapping, which is a dictionary, or of anything else. */
static inline PyObject *Quick_GetItem(PyObject *thing, PyObject *key) {
    PyObject *found = Quick_Value(thing, key);
    return found != NULL ? Py_NewRef(found) : PyObject_GetItem(thing, key);
}

static inline tuple_T3CIO Quick_Dict_NextValue(PyObject *dict, CPyTagged offset) {
    Py_ssize_t count;
    PyDictKeyEntry *entries = Quick_Entries(dict, &count);
    if (entries == NULL)
        return CPyDict_NextValue(dict, offset);
    tuple_T3CIO found = {0, 0, Py_None};
    for (Py_ssize_t at = CPyTagged_ShortAsSsize_t(offset); at < count; at++) {
        if (entries[at].me_value != NULL) {
            found.f0 = 1;
            found.f1 = CPyTagged_ShortFromSsize_t(at + 1);
            found.f2 = entries[at].me_value;
            break;
        }
    }
    Py_INCREF(found.f2);
    return found;
}

static inline tuple_T4CIOO Quick_Dict_NextItem(PyObject *dict, CPyTagged offset) {
    Py_ssize_t count;
    PyDictKeyEntry *entries = Quick_Entries(dict, &count);
    if (entries == NULL)
        return CPyDict_NextItem(dict, offset);
    tuple_T4CIOO found = {0, 0, Py_None, Py_None};
    for (Py_ssize_t at = CPyTagged_ShortAsSsize_t(offset); at < count; at++) {
        if (entries[at].me_value != NULL) {
            found.f0 = 1;
            found.f1 = CPyTagged_ShortFromSsize_t(at + 1);
            found.f2 = entries[at].me_key;
            found.f3 = entries[at].me_value;
            break;
        }
    }
    Py_INCREF(found.f2);
    Py_INCREF(found.f3);
    return found;
}

/* A walk over a dictionary begins: over itself, or over what it says. */
static inline PyObject *Quick_Dict_GetValuesIter(PyObject *dict) {
    return PyDict_CheckExact(dict) ? Py_NewRef(dict) : CPyDict_GetValuesIter(dict);
}

static inline PyObject *Quick_Dict_GetItemsIter(PyObject *dict) {
    return PyDict_CheckExact(dict) ? Py_NewRef(dict) : CPyDict_GetItemsIter(dict);
}

static inline Py_ssize_t Quick_Dict_Size(PyObject *dict) {
    return PyDict_CheckExact(dict) ? ((PyDictObject *)dict)->ma_used : PyDict_Size(dict);
}

static inline char Quick_Dict_CheckSize(PyObject *dict, Py_ssize_t size) {
    return likely(((PyDictObject *)dict)->ma_used == size) ? 1 : CPyDict_CheckSize(dict, size);
}

#define PyObject_GetItem Quick_GetItem
#define CPyDict_GetItem Quick_Dict_GetItem
#define CPyDict_GetWithNone Quick_Dict_GetWithNone
#define CPyDict_GetValuesIter Quick_Dict_GetValuesIter
#define CPyDict_GetItemsIter Quick_Dict_GetItemsIter
#define PyDict_Size Quick_Dict_Size
#define CPyDict_NextValue Quick_Dict_NextValue
#define CPyDict_NextItem Quick_Dict_NextItem
#define CPyDict_CheckSize Quick_Dict_CheckSize
#endif
