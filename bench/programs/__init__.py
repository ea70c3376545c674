"""Forty ordinary NumPy programs: bench/programs.py measures them as they are, and fused."""
