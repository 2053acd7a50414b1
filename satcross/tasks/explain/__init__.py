"""Why a puzzle has no fill, and which changes would give it one."""
