"""Every sentence that the app says outside its templates."""
