"""The register: every ruling sentence of the rulebooks with its id, its place and its numbered cases.

`entries` reads the rules, `cases` reads the cases and makes documents of them, `outcome` says what came out of a case
in the terms of its expectation.
"""
