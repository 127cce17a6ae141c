"""aiohttp: pages, the pane socket, security headers."""
