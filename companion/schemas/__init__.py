"""JSON Schemas (draft 2020-12) of the public documents, made from the rules' and the readers' own names and limits."""
