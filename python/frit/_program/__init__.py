"""Programs of the library as objects: built, looked at, changed and run."""
