#!/usr/bin/env bash
# What the tests need from the system: a browser, and a second reader of .xlsx files.
set -euo pipefail
missing=()
command -v chromium >/dev/null 2>&1 || missing+=(chromium)
command -v soffice >/dev/null 2>&1 || missing+=(libreoffice-calc)
[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${missing[@]}" fonts-liberation >/dev/null
else
    echo "Some tests need these programs: ${missing[*]}. Install them with your system's package" \
        "manager (Debian: sudo apt-get install ${missing[*]}); without them those tests are skipped." >&2
fi
