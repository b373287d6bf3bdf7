"""Reads what comes from outside strictly, whoever sends it: a request, a file, a command line."""
