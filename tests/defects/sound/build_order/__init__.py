"""Build Order: put the packages of a project into an order in which they can be built."""
