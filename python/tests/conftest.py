"""Most tests look at how functions are fused, so they are, also where that is slower: test_pace and test_nest say otherwise."""

import os

os.environ.setdefault("FRIT_AS_WRITTEN", "0")
