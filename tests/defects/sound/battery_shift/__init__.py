"""Battery Shift: run a grid battery for a day against hourly prices."""
