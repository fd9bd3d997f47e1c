"""Invoice Audit: find the duplicate invoices of a payment run."""
