"""The public JSON documents and the rules own types: strict both ways, every error with its place."""
