"""The browser that the tests of this folder open pages in."""

from tests.support.browser import for_tests as for_tests
