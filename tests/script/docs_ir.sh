#!/bin/sh
# The op reference in docs/ir.md is the op table.
exec "$FRIT_SRC/scripts/update-docs.sh" --check "$FRIT_BUILD"
