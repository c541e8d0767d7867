"""Clients of servers that speak a vendor's wire format, and the scripted client of the tests.

One file a wire format, all on `served.ServedClient`; SDKs are imported when a client is made.
"""
