#!/bin/sh
# Installs the forums that the tests read and write: FlaskBB and NodeBB, each in a virtual environment of its own in the user's cache, named after its
# pins, so that a second run does nothing. Their versions conflict with each other's
# and with ours. NodeBB wants Redis, from Debian; without it, it is left out. Prints
# the folders.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
cache=${PBEM_FORUMS:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/pbem-forums}
mkdir -p "$cache"

# One at a time: another run, of the tests or by hand, waits for this one.
if command -v flock >/dev/null; then
    exec 9>"$cache/lock"
    flock 9
fi

install() {
    # Packages without a wheel are built with what is in the environment already,
    # one after the other: an isolated environment for each takes minutes. The C
    # extension of SQLAlchemy takes longer to build than to do without.
    sh "$here/make-environment.sh" "$python" "$2"
    pip="$2/bin/python -m pip install --quiet --disable-pip-version-check"
    $pip setuptools==69.5.1 wheel==0.45.1
    DISABLE_SQLALCHEMY_CEXT=1 $pip --no-deps --no-build-isolation --no-compile \
        --requirement "$1"
    touch "$2/ready"
}

install_nodebb() {
    install "$1" "$2"
    rm "$2/ready"
    sh "$here/forum-files/setup-nodebb" "$2"
    touch "$2/ready"
}

names="flaskbb"
if ! command -v redis-server >/dev/null && [ "$(id -u)" = 0 ] &&
    [ -f /etc/debian_version ] && command -v apt-get >/dev/null; then
    # Debian starts a server as it installs it, unless this file forbids it.
    policy=/usr/sbin/policy-rc.d
    if ! [ -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod +x "$policy"
        trap 'rm -f "$policy"' EXIT
    fi
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        redis-server >/dev/null 2>&1 || true
fi
if command -v redis-server >/dev/null && command -v redis-cli >/dev/null; then
    names="$names nodebb"
else
    echo "install-forums: no redis-server, so not installed: nodebb" >&2
fi

folders=
for name in $names; do
    pins=$here/forum-files/$name.txt
    mark=$(cat "$pins" "$here/forum-files/$name"-*.json \
        "$here/forum-files/setup-$name" 2>/dev/null | cksum)
    folder=$cache/$name-${mark%% *}
    folders="$folders $folder"
    work=install
    [ "$name" != nodebb ] || work=install_nodebb
    [ -f "$folder/ready" ] || $work "$pins" "$folder" >&2 &
done
wait
for folder in $folders; do
    [ -f "$folder/ready" ] || exit 1
    echo "$folder"
done
