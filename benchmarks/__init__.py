"""Measurements of satcross and its peers as whole processes. Not part of the package."""
