"""Arrays that are larger than memory or lie on several machines: programs cut along their rows.

split.py cuts a program into stages that take blocks of rows; traced.py gets the program of a function; combine.py
puts what blocks gave together. stream.py walks over files, dasked.py makes graphs of Dask's.
"""
