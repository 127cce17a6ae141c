"""The public web, and nothing else: addresses, requests, robots.txt, permission to ask."""
