"""The author's evidence for the site."""

from env import BrowseAction, BrowseEnv, Page

declared = {"max_steps": 10}


def oracle(env: BrowseEnv, page: Page) -> BrowseAction:
    """Knows where the price is."""
    if page.url == env._target:
        return BrowseAction(command="answer", argument=env._prices[env._target])
    if env._target in page.links:
        return BrowseAction(command="open", argument=env._target)
    if page.url != "index":
        return BrowseAction(command="back")
    shelf = next(link for link in page.links if env._target in env._site[link][1])
    return BrowseAction(command="open", argument=shelf)
