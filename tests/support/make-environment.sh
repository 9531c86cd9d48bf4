#!/bin/sh
# Makes a virtual environment: make-environment.sh PYTHON FOLDER
# A bare Debian has Python without the module that venv needs; root adds it.
set -eu
python=$1
folder=$2
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "pbem needs Python 3.11 or later; name it with PYTHON=python3.11." >&2
    exit 1
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv >/dev/null
    else
        echo "Please install Debian's package python3-venv first." >&2
        exit 1
    fi
fi
rm -rf "$folder"
"$python" -m venv "$folder"
