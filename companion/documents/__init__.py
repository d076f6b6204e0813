"""The public JSON documents, read strictly into the rules' own types: every error has its place and its facts."""
