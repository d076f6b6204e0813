"""Cards on a screen: the keypad, and photos of them."""
