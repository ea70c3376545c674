#!/bin/sh
# Writes the op tables of docs/ir.md from the op table. With --check: fails if they differ.
# usage: update-docs.sh [--check] [BUILD]
set -eu
check=
if [ "${1:-}" = --check ]; then check=1; shift; fi
build=${1:-build}
cd "$(dirname "$0")/.."
new=$(mktemp)
trap 'rm -f "$new"' EXIT
awk '/<!-- ops: begin/ {print; exit} {print}' docs/ir.md >"$new"
"$build/frit" ops --markdown >>"$new"
printf '\n' >>"$new"
awk '/<!-- ops: end/ {on=1} on {print}' docs/ir.md >>"$new"
if [ -n "$check" ]; then
    diff -u docs/ir.md "$new" || { echo 'docs/ir.md is behind the op table: run scripts/update-docs.sh'; exit 1; }
else
    cp "$new" docs/ir.md
fi
