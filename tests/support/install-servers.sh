#!/bin/sh
# Installs the mail and database servers that the tests run against: Dovecot,
# Postfix, procmail, opendkim, rspamd and PostgreSQL from Debian. Does nothing
# where they are present, and says why where it cannot help. Starts no service:
# the tests run their own copies on private folders and free ports.
set -eu

missing=
[ -x /usr/lib/dovecot/imap ] || missing="$missing dovecot-imapd"
[ -x /usr/lib/dovecot/lmtp ] || missing="$missing dovecot-lmtpd"
[ -x /usr/sbin/postfix ] || missing="$missing postfix"
[ -x /usr/sbin/opendkim ] || missing="$missing opendkim"
[ -x /usr/bin/procmail ] || missing="$missing procmail"
[ -x /usr/bin/rspamd ] || missing="$missing rspamd"
command -v openssl >/dev/null || missing="$missing openssl"
command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ||
    missing="$missing postgresql"

if [ -z "$missing" ]; then
    echo "install-servers: all present, nothing done"
    exit 0
fi
if [ "$(id -u)" != 0 ]; then
    echo "install-servers: not root, so not installed:$missing"
    exit 0
fi
if ! [ -f /etc/debian_version ] || ! command -v apt-get >/dev/null; then
    echo "install-servers: not Debian, so not installed:$missing"
    exit 0
fi

export DEBIAN_FRONTEND=noninteractive
# Debian starts a server as it installs it, unless this file forbids it.
policy=/usr/sbin/policy-rc.d
if ! [ -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    trap 'rm -f "$policy"' EXIT
fi
if command -v debconf-set-selections >/dev/null; then
    # Postfix asks at its installation what kind of host this is.
    echo 'postfix postfix/main_mailer_type select No configuration' |
        debconf-set-selections
fi
apt-get update -qq
case "$missing" in
*postgresql*)
    # The tests want PostgreSQL 15 where the release has it.
    if apt-cache show postgresql-15 >/dev/null 2>&1; then
        missing=$(echo "$missing" | sed 's/postgresql/postgresql-15/')
    fi
    ;;
esac
# shellcheck disable=SC2086
apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Options::=--force-confold $missing >/dev/null
echo "install-servers: installed$missing"
