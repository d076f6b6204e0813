"""What every game offers whatever its kind: names and notes, house rules, export and import."""
