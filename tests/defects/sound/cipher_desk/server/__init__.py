"""Server of cipher_desk."""
