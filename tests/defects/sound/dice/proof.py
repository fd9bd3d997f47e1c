"""What the author of the dice can say about them."""

declared = {"max_steps": 5, "capabilities": {"stochastic": True}}
