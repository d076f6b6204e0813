"""What the Gem II screens show, as typed view-models."""
