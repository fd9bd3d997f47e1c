"""Write a roster of night shifts."""
