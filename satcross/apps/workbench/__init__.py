"""The workbench: a server for one folder of crosswords, and the page that it shows."""
