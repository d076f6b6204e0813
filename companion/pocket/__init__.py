"""The pocket edition: a folder of static files that runs the whole app in a browser, without a server or a network."""
