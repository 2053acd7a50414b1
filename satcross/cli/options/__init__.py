"""The options that commands share."""
