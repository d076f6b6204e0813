"""A network between a real browser and the app that doesn't do what it should."""

from playwright.sync_api import Page, Request, Route

from tests.support.browser import wait_for


class HeldRequests:
    """A network that holds back what is posted to an address: it goes on when it is let go, or never."""

    def __init__(self, phone: Page, address: str) -> None:
        self.requests: list[Request] = []
        """All that were held back, whether they went on or not."""
        self._held: list[Route] = []
        self._phone = phone
        phone.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        self.requests.append(route.request)
        self._held.append(route)

    def wait(self, count: int) -> None:
        wait_for(self._phone, lambda: len(self.requests) >= count, f"{count} requests")

    def let_go(self, *, lost: bool = False) -> None:
        """Let the last request go on; `lost`: the server handles it, but its answer doesn't arrive."""
        wait_for(self._phone, lambda: self._held, "a request that is held")
        route = self._held.pop()
        if lost:
            route.fetch(max_redirects=0)
            route.abort("internetdisconnected")
        else:
            route.continue_()
