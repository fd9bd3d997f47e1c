"""The author's evidence for the dice."""

declared = {"max_steps": 5, "capabilities": {"stochastic": True}}
