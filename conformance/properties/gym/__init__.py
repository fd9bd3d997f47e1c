"""The checks of the chapter `gym`."""
