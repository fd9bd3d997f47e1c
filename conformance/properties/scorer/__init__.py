"""The checks of the chapter `scorer`."""
