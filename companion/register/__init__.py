"""The register: every ruling sentence of the rulebooks with its id, its place and its numbered cases.

`entries` reads the rules, `cases` reads the cases and builds their documents, `outcome` returns the result of a case in
the notation of its expectation.
"""
