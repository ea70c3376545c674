"""Functions in the Slang-style language: modules of them (module.py), calls, and what is given to calls."""
