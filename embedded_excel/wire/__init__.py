"""The batch protocol: requests in, object model calls, one response out."""
