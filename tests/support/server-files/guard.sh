# Runs a server until standard input ends, which it does when the tests are
# killed: some servers would outlive them otherwise.
# Usage: sh guard.sh SIGNAL PROGRAM [ARGUMENT]...
signal=$1
shift
exec 3<&0
# A server ends its whole process group: it must lead one of its own.
$(command -v setsid) "$@" 3<&- </dev/null &
server=$!
(
    cat <&3 >/dev/null
    kill -s "$signal" "$server" 2>/dev/null
) &
exec 3<&-
wait "$server"
