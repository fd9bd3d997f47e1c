"""A page on which a person plays an environment in a browser: `hallmark play`, and `/play`.

The server keeps nothing between requests: each request holds the arguments of `reset` and all
actions, and the server plays the episode from its beginning. Therefore undo, links and two open
pages need no code of their own.
"""
