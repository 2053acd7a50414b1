"""Formats of learning platforms, which are only written: GIFT, Moodle, H5P, questions.

Packages of SCORM have a page to solve in them: `satcross.apps.solving.scorm`.
"""
