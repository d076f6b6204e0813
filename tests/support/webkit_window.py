#!/usr/bin/python3
"""A bare WebKitGTK window for WebKitWebDriver to drive, as narrow as a phone: MiniBrowser's is never under 447 pixels.

Debian's own Python runs this, since GTK's bindings are installed there.
"""

import os

import gi  # type: ignore[import-not-found]  # Debian's, for its own Python

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # type: ignore[import-not-found]  # noqa: E402 - only after the versions are chosen


def main() -> None:
    context = WebKit2.WebContext()
    context.set_automation_allowed(allowed=True)
    window = Gtk.Window(default_width=360, default_height=640, decorated=False)

    def show_page(_context: object, session: WebKit2.AutomationSession) -> None:
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
        errors = WebKit2.UserScript.new(
            os.environ["NOTE_ERRORS"],
            WebKit2.UserContentInjectedFrames.ALL_FRAMES,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
        view.get_user_content_manager().add_script(errors)
        info = WebKit2.ApplicationInfo()
        info.set_name("MiniBrowser")  # the name that selenium asks for
        session.set_application_info(info)
        session.connect("create-web-view", lambda _session: view)
        window.add(view)
        window.show_all()

    context.connect("automation-started", show_page)
    Gtk.main()


if __name__ == "__main__":
    main()
