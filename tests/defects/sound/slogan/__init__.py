"""Slogan: advertise a product with given words and without others."""
