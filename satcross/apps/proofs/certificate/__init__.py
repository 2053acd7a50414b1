"""Certificates of fills, as they are checked; `satcross.tasks.certificate` writes them."""
