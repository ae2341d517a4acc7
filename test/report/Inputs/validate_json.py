#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a JSON file against a JSON Schema, as much of it as the schemas here
use; a keyword that is not known is an error, never ignored.

  validate_json.py SCHEMA FILE
"""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool,
         "null": type(None)}


def has_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Validator:
    def __init__(self, root):
        self.root = root

    def problems(self, schema, value, where):
        for keyword, argument in schema.items():
            if keyword in ("$schema", "title", "description", "$defs"):
                continue
            check = getattr(self, "check_" + keyword.lstrip("$"), None)
            if not check:
                sys.exit(f"unknown keyword {keyword}")
            yield from check(argument, value, where, schema)

    def check_ref(self, argument, value, where, _):
        target = self.root
        for part in argument.removeprefix("#/").split("/"):
            target = target[part]
        yield from self.problems(target, value, where)

    def check_type(self, argument, value, where, _):
        names = [argument] if isinstance(argument, str) else argument
        if not any(has_type(value, name) for name in names):
            yield f"{where}: {value!r} is not of type {argument}"

    def check_const(self, argument, value, where, _):
        if value != argument:
            yield f"{where}: {value!r} is not {argument!r}"

    def check_enum(self, argument, value, where, _):
        if value not in argument:
            yield f"{where}: {value!r} is not one of {argument}"

    def check_anyOf(self, argument, value, where, _):
        if all(list(self.problems(s, value, where)) for s in argument):
            yield f"{where}: fits no alternative"

    def check_required(self, argument, value, where, _):
        if isinstance(value, dict):
            for key in argument:
                if key not in value:
                    yield f"{where}: lacks {key}"

    def check_properties(self, argument, value, where, _):
        if isinstance(value, dict):
            for key, schema in argument.items():
                if key in value:
                    yield from self.problems(schema, value[key],
                                             f"{where}.{key}")

    def check_additionalProperties(self, argument, value, where, schema):
        if not isinstance(value, dict):
            return
        for key in value:
            if key in schema.get("properties", {}):
                continue
            if argument is False:
                yield f"{where}: {key} is not a known key"
            else:
                yield from self.problems(argument, value[key],
                                         f"{where}.{key}")

    def check_items(self, argument, value, where, _):
        if isinstance(value, list):
            for index, item in enumerate(value):
                yield from self.problems(argument, item, f"{where}[{index}]")

    def check_minItems(self, argument, value, where, _):
        if isinstance(value, list) and len(value) < argument:
            yield f"{where}: fewer than {argument} items"

    def check_maxItems(self, argument, value, where, _):
        if isinstance(value, list) and len(value) > argument:
            yield f"{where}: more than {argument} items"

    def check_minimum(self, argument, value, where, _):
        if has_type(value, "number") and value < argument:
            yield f"{where}: {value} is below {argument}"

    def check_minLength(self, argument, value, where, _):
        if isinstance(value, str) and len(value) < argument:
            yield f"{where}: too short"

    def check_pattern(self, argument, value, where, _):
        if isinstance(value, str) and not re.search(argument, value):
            yield f"{where}: {value!r} does not match {argument}"


def main():
    schema, value = (json.load(open(path, encoding="utf-8"))
                     for path in sys.argv[1:3])
    found = list(Validator(schema).problems(schema, value, "$"))
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
