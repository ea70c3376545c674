#!/bin/sh
# Every example is in order and survives the whole pipeline.
set -eu
for f in "$FRIT_SRC"/examples/*.frit; do
    "$FRIT" check "$f"
    "$FRIT" opt "$f" >/dev/null
    "$FRIT" fmt --binary "$f" | "$FRIT" fmt - >/dev/null
    echo "ok $(basename "$f")"
done
