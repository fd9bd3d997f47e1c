"""The trainer: GRPO on a proved environment. Start it with `python train/grpo.py --help`."""
