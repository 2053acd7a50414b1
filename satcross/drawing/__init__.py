"""What a drawing is asked for, and what it is made of: style, paper, language, and shapes.

Options and outputs name these; `satcross.apps.pictures` draws.
"""
