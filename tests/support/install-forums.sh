#!/bin/sh
# Installs the forums that the tests read and write: FlaskBB and Misago, each in
# a virtual environment of its own in the user's cache, named after its pins, so
# that a second run does nothing. Their versions conflict with each other's and
# with ours. Prints the folders.
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

folders=
for name in flaskbb misago; do
    pins=$here/forum-files/$name.txt
    folder=$cache/$name-$(cksum <"$pins" | cut -d' ' -f1)
    folders="$folders $folder"
    [ -f "$folder/ready" ] || install "$pins" "$folder" >&2 &
done
wait
for folder in $folders; do
    [ -f "$folder/ready" ] || exit 1
    echo "$folder"
done
