"""Gymnasium environments and PettingZoo's parallel ones as a subject: play them in forks."""
