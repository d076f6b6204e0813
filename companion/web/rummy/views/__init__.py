"""What the rummy screens show, as typed view-models."""
