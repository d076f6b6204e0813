"""What every game has besides its sheet: the table, its end, files, the page without a network."""
