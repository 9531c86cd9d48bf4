#!/bin/sh
# Installs the browser that the tests of pages run in: Chromium without a window
# from Debian, which costs half of what the whole one does, with a font. Does nothing
# where it is present, and says why where it cannot help. Playwright's own browsers are
# neither needed nor fetched.
set -eu

if command -v chromium-headless-shell >/dev/null; then
    echo "install-browser: present, nothing done"
    exit 0
fi
if [ "$(id -u)" != 0 ]; then
    echo "install-browser: not root, so not installed: chromium-headless-shell"
    exit 0
fi
if ! [ -f /etc/debian_version ] || ! command -v apt-get >/dev/null; then
    echo "install-browser: not Debian, so not installed: chromium-headless-shell"
    exit 0
fi

export DEBIAN_FRONTEND=noninteractive
if apt-get update -qq && apt-get install -y -qq --no-install-recommends \
    chromium-headless-shell fonts-dejavu-core >/dev/null; then
    echo "install-browser: installed chromium-headless-shell"
elif command -v chromium >/dev/null || command -v chromium-browser >/dev/null; then
    echo "install-browser: not installed: chromium-headless-shell; chromium does"
else
    exit 1
fi
