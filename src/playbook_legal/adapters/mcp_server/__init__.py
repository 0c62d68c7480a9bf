"""The critic as an MCP server: an agent that works on a deal asks about its paper while it works.

The server opens the record and the authority file it was started with, and nothing else. It knows no answer key and
loads no module that does; every tool reads, and none writes.
"""
