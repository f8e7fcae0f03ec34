#!/usr/bin/env bash
# Gets PostgreSQL's client programs for the tests of backup and restore, where Debian's release has only older ones: from
# the packages of a newer Debian, with the libraries they need, into a folder of their own. The system's packages stay as
# they are. Does nothing if the programs are there.
set -euo pipefail
major=18
suite=forky
folder="$(cd "$(dirname "$0")/../../.." && pwd)/node_modules/.cache/postgresql-client"
if [ -x "/usr/lib/postgresql/$major/bin/pg_restore" ] || [ -x "$folder/bin/pg_restore" ]; then exit 0; fi

rm -rf "$folder"
mkdir -p "$folder"/{bin,root,apt/lists/partial,apt/archives/partial}
# Without the packages of this system, apt names every library that the programs need.
: > "$folder/apt/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main" > "$folder/apt/sources.list"
get() {
  apt-get --quiet=2 -o APT::Sandbox::User= -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts=- \
    -o Dir::State="$folder/apt" -o Dir::State::Status="$folder/apt/status" -o Dir::Cache="$folder/apt" "$@"
}
get update
get install --yes --download-only --no-install-recommends "postgresql-client-$major"
for package in "$folder"/apt/archives/*.deb; do dpkg --extract "$package" "$folder/root"; done
rm -rf "$folder/apt"

# They are newer than the C library of this system, so they start with their own.
loader="$(find "$folder/root" -name 'ld-linux*.so.*' | head -n 1)"
libraries="$(dirname "$(find "$folder/root" -name 'libpq.so.*' | head -n 1)")"
for program in pg_dump psql pg_restore; do
  cat > "$folder/bin/$program" << END
#!/bin/sh
exec "$loader" --library-path "$libraries" "$folder/root/usr/lib/postgresql/$major/bin/$program" "\$@"
END
  chmod 755 "$folder/bin/$program"
done
"$folder/bin/pg_dump" --version
