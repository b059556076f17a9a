#!/bin/sh
# The trials of power failures and faulty disks watch a house with strace: one that is there, else Debian's.
set -u
command -v strace >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends strace >/dev/null &&
        exit 0
fi
echo "There is no strace: install it with your system's package manager." >&2
exit 1
