"""The lazy engine in Python: the specification of the C kernel. First read `state`."""
