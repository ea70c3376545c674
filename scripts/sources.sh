#!/bin/sh
# Lists the C sources and headers, one a line. Tables (.def) are laid out by hand.
set -eu
cd "$(dirname "$0")/.."
for folder in include src tools tests bench python; do
    [ ! -d $folder ] || find $folder -name '*.[ch]'
done | LC_ALL=C sort
