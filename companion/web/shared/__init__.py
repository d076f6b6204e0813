"""What the screens of several games share: live updates, conflicts, responses to rulings, history."""
