#!/bin/sh
# The browser tests need a Chromium: one that is there, else Debian's, else Playwright's own.
set -u
for name in "${PITBOSS_CHROMIUM:-}" chromium chromium-browser google-chrome; do
    [ -n "$name" ] && command -v "$name" >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null &&
        exit 0
fi
.venv/bin/playwright install --with-deps chromium && exit 0
echo "There is no Chromium: install one, or set PITBOSS_CHROMIUM to its path." >&2
exit 1
