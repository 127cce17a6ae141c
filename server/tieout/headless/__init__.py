"""A pane without a browser: V8 sandbox and embedded Excel."""
