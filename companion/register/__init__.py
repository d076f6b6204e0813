"""The register: every ruling sentence of the rulebooks with its id, its place and its numbered cases."""
