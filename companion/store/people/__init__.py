"""Phones and people: devices, members and roles, presence, invitations, rematches."""
