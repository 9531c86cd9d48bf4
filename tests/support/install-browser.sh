#!/bin/sh
# Installs the browser that the tests of pages run in: Chromium from Debian,
# with a font. Does nothing where it is present, and says why where it cannot
# help. Playwright's own browsers are neither needed nor fetched.
set -eu

if command -v chromium >/dev/null; then
    echo "install-browser: present, nothing done"
    exit 0
fi
if [ "$(id -u)" != 0 ]; then
    echo "install-browser: not root, so not installed: chromium"
    exit 0
fi
if ! [ -f /etc/debian_version ] || ! command -v apt-get >/dev/null; then
    echo "install-browser: not Debian, so not installed: chromium"
    exit 0
fi

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null
echo "install-browser: installed chromium"
