"""Cash Till: give change from a till that holds few coins."""
