"""Fused functions: frit.fuse (fuse.py) and what becomes of a call.

A body is read (function_source, analysis, scopes), compiled again with hooks (rewrite*, hooks) and run: traced
(tracing, trace*, number, loop, control) into an entry that is replayed (replay, guards, direct, arguments), or
recorded (recorded). callables.py is what the runs know of what a body calls, world.py whose arrays they are.
"""
