"""WebKitGTK, driven by its own WebDriver through Selenium: a browser of its own for every page."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from selenium.webdriver import ActionChains, Remote, WebKitGTKOptions, WebKitGTKService
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from urllib3.exceptions import ReadTimeoutError

from tests.browser.engines.engine import WEBKITGTK
from tests.browser.engines.keys import character
from tests.browser.engines.page import LONGEST_SECONDS, Page


class WebDriverPage(Page):
    def __init__(self, driver: Remote, service: WebKitGTKService) -> None:
        self._driver, self._service = driver, service

    def goto(self, address: str) -> None:
        self._driver.get(address)

    def reload(self) -> None:
        self._driver.refresh()

    def _enter(self, selector: str) -> None:
        self._driver.switch_to.frame(self._driver.find_element(By.CSS_SELECTOR, selector))

    def evaluate(self, function: str, *arguments: object) -> object:
        return self._driver.execute_script(f"return ({function})(...arguments)", *arguments)

    def click(self, selector: str) -> None:
        self.bring_into_view(selector)  # the driver itself does not wait for a smooth scroll to end
        [element] = [e for e in self._driver.find_elements(By.CSS_SELECTOR, selector) if e.is_displayed()]
        element.click()

    def press(self, *keys: str) -> None:
        for key in keys:
            ActionChains(self._driver).send_keys(character(key)).perform()

    def write(self, text: str) -> None:
        ActionChains(self._driver).send_keys(text).perform()

    def screenshot(self, path: Path) -> None:
        self._driver.save_screenshot(str(path))

    def close(self) -> None:
        self._driver.quit()
        self._service.stop()

    @property
    def said(self) -> list[str]:
        return []  # its driver tells nothing of the console


class WebKitGtk:
    name = WEBKITGTK

    def __init__(self, path: str) -> None:
        self._path = path
        self._screen, self._variables = _screen()
        self.version = ""

    def open(self, *, storage: bool = True, webassembly: bool = True) -> Page:
        options = WebKitGTKOptions()
        for argument in ["--automation", *([] if storage else ["--enable-html5-local-storage=false"])]:
            options.add_argument(argument)
        variables = self._variables | ({} if webassembly else {"JSC_useWasm": "0"})
        try:
            driver, service = self._start(options, variables)
        except ReadTimeoutError:  # on a busy machine driver and browser may miss each other, and wait for ever
            driver, service = self._start(options, variables)
        driver.set_page_load_timeout(LONGEST_SECONDS)
        driver.set_script_timeout(LONGEST_SECONDS)  # a page that starts Python answers when it is done
        self.version = driver.capabilities["browserVersion"]
        return WebDriverPage(driver, service)

    def _start(self, options: WebKitGTKOptions, variables: Mapping[str, str]) -> tuple[Remote, WebKitGTKService]:
        service = WebKitGTKService(self._path, env=variables)
        service.start()
        client = ClientConfig(remote_server_addr=service.service_url, timeout=LONGEST_SECONDS)
        try:
            return Remote(RemoteConnection(client_config=client), options=options), service
        except BaseException:
            service.stop()
            raise

    def close(self) -> None:
        if self._screen:
            self._screen.terminate()
            self._screen.communicate()


def _screen(variables: Mapping[str, str] = os.environ) -> tuple[subprocess.Popen | None, dict[str, str]]:
    """A screen nobody sees, unless there is one; with the variables of a program that shows itself on it."""
    if variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY"):
        return None, dict(variables)
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    number = screen.stdout.readline().decode("ascii").strip()
    if not number:
        raise RuntimeError("Xvfb ended without saying which screen it made")
    return screen, variables | {"DISPLAY": f":{number}"}
