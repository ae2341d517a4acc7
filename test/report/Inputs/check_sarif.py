#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what GitHub and other viewers ask of a SARIF log, and that its places
and hashes are those of the source files.

  check_sarif.py LOG [--results N] [--failed N]
"""
import argparse
import json
import os
import re
import urllib.parse


def line_hashes(text):
    """primaryLocationLineHash of each line, straight from its definition."""
    units, starts, at_start, after_return = [], [], True, False
    encoded = text.encode("utf-16-le")
    codes = [int.from_bytes(encoded[i:i + 2], "little")
             for i in range(0, len(encoded), 2)]
    for code in codes + [65535]:
        skip = code in (32, 9) or (after_return and code == 10)
        after_return = code == 13
        if skip:
            continue
        if at_start:
            starts.append(len(units))
        at_start = code in (10, 13)
        units.append(10 if at_start else code)
    units += [0] * 100
    result, seen = [], {}
    for start in starts:
        value = 0
        for unit in units[start:start + 100]:
            value = (value * 37 + unit) % 2**64
        seen[value] = seen.get(value, 0) + 1
        result.append(f"{value:x}:{seen[value]}")
    return result


def no_empty_strings(value, where="$"):
    assert value != "", where
    if isinstance(value, dict):
        for key, inner in value.items():
            no_empty_strings(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            no_empty_strings(inner, f"{where}[{index}]")


class Log:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            log = json.load(file)
        no_empty_strings(log)
        assert log["version"] == "2.1.0" and log["$schema"]
        assert len(log["runs"]) == 1
        self.run = log["runs"][0]
        self.driver = self.run["tool"]["driver"]
        self.root = self.run["originalUriBaseIds"]["SRCROOT"]["uri"]
        assert self.root.startswith("file:///") and self.root.endswith("/")
        assert self.run["columnKind"] == "unicodeCodePoints"
        assert self.run["automationDetails"]["id"].endswith("/")

    def path(self, artifact):
        uri = artifact["uri"]
        assert uri.isascii() and " " not in uri, uri
        if artifact.get("uriBaseId") == "SRCROOT":
            assert not uri.startswith(("/", "file:")), uri
            uri = self.root + uri
        assert uri.startswith("file:///"), uri
        path = urllib.parse.unquote(uri.removeprefix("file://"))
        assert os.path.isfile(path), path
        return path

    def check_rules(self):
        rules = self.driver["rules"]
        taxonomy = self.run["taxonomies"][0]
        assert len(taxonomy["taxa"]) == 41
        assert self.driver["supportedTaxonomies"][0] == {
            "name": taxonomy["name"], "index": 0}
        names = [rule["id"] for rule in rules]
        assert len(set(names)) == len(names) and "oxide-tier-unsafe" in names
        for rule in rules:
            for key in ("shortDescription", "fullDescription", "help"):
                assert len(rule[key]["text"]) > 10, rule["id"]
            assert len(rule["fullDescription"]["text"]) <= 1024, rule["id"]
            assert rule["help"]["markdown"]
            assert rule["name"].isalnum() and len(rule["name"]) <= 255
            assert rule["defaultConfiguration"]["level"] in (
                "error", "warning", "note")
            properties = rule["properties"]
            assert properties["precision"] in ("very-high", "high")
            assert 0 < len(properties["tags"]) <= 20
            assert properties["problem.severity"] in (
                "error", "warning", "recommendation")
            for relation in rule.get("relationships", []):
                target = relation["target"]
                taxon = taxonomy["taxa"][target["index"]]
                assert taxon["id"] == target["id"], rule["id"]
                assert target["id"] in properties["tags"]
        tiers = rules[names.index("oxide-tier-unsafe")]
        assert tiers["relationships"][0]["target"]["id"] == "CUDASafety-1.2"

    def check_place(self, physical):
        path = self.path(physical["artifactLocation"])
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        region = physical["region"]
        line = re.split(r"\r\n|\r|\n", text)[region["startLine"] - 1]
        assert region["endLine"] == region["startLine"]
        assert region["endColumn"] > region["startColumn"]
        part = line[region["startColumn"] - 1:region["endColumn"] - 1]
        assert part == region["snippet"]["text"], (part, region)
        return text, region["startLine"]

    def check_flows(self, flows):
        """A witness is one flow of two threads, each of which ends at its
        access."""
        for flow in flows:
            assert flow["message"]["text"]
            assert len(flow["threadFlows"]) == 2
            for thread in flow["threadFlows"]:
                assert thread["locations"] and thread["message"]["text"]
                for step in thread["locations"]:
                    assert step["location"]["message"]["text"]
                    self.check_place(step["location"]["physicalLocation"])

    def check_results(self):
        for result in self.run["results"]:
            rule = self.driver["rules"][result["ruleIndex"]]
            assert rule["id"] == result["ruleId"]
            assert result["level"] in ("error", "warning", "note")
            assert result["message"]["text"]
            text, line = self.check_place(
                result["locations"][0]["physicalLocation"])
            fingerprints = result["partialFingerprints"]
            assert (fingerprints["primaryLocationLineHash"]
                    == line_hashes(text)[line - 1])
            assert len(fingerprints["oxideFingerprint/v1"]) == 64
            for number, related in enumerate(
                    result.get("relatedLocations", []), 1):
                assert related["id"] == number and related["message"]["text"]
                self.check_place(related["physicalLocation"])
            self.check_flows(result.get("codeFlows", []))

    def check_invocation(self, failed):
        invocation = self.run["invocations"][0]
        notifications = invocation["toolExecutionNotifications"]
        assert len(notifications) == failed, notifications
        assert invocation["executionSuccessful"] == (failed == 0)
        for notification in notifications:
            assert notification["level"] == "error"
            assert "was not analysed" in notification["message"]["text"]
            descriptor = notification["descriptor"]
            assert (self.driver["notifications"][descriptor["index"]]["id"]
                    == descriptor["id"])
            self.path(notification["locations"][0]["physicalLocation"]
                      ["artifactLocation"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("log")
    parser.add_argument("--results", type=int, default=0)
    parser.add_argument("--failed", type=int, default=0)
    args = parser.parse_args()
    log = Log(args.log)
    log.check_rules()
    log.check_results()
    log.check_invocation(args.failed)
    assert len(log.run["results"]) == args.results, len(log.run["results"])


if __name__ == "__main__":
    main()
