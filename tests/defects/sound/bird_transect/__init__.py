"""Bird transect: a notebook of passes and one count."""
