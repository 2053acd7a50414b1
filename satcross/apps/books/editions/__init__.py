"""Editions of a book whose text flows: plain text, braille, EPUB and DOCX.

`content` says what is in such a book, as headings, paragraphs, lists and grids; each other module
writes it in one format.
"""
