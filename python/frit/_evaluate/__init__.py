"""Expressions in strings: read by a grammar of their own, and run as any other steps."""
