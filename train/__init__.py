"""The trainer: GRPO on a proved environment. `python train/grpo.py --help` starts it."""
