"""Clients of servers that speak a vendor's wire format, and the scripted client of the tests.

One file a wire format. `anthropic` and `google` join `openai_compatible` with the issue that brings the guards.
"""
