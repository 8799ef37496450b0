#!/usr/bin/env bash
# Builds the extension vector for a version of Debian's PostgreSQL and installs it: build-pgvector.sh VERSION
#
# Debian 12 has no package of it, so the source package of the next release is used. The lists of that release are kept
# apart, so that nothing else is installed from it.
set -euo pipefail
config=/usr/lib/postgresql/$1/bin/pg_config

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p lists/partial
echo 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main' >sources.list
of_release=(
  -o "Dir::Etc::sourcelist=$folder/sources.list"
  -o Dir::Etc::sourceparts=-
  -o "Dir::State::lists=$folder/lists"
  -o APT::Sandbox::User=root
  -o Dir::Cache::pkgcache=
  -o Dir::Cache::srcpkgcache=
)
apt-get -q "${of_release[@]}" update
apt-get -q "${of_release[@]}" source --download-only pgvector
tar xzf pgvector_*.orig.tar.gz
cd pgvector-*/
# Without instructions of this processor: the tests measure nothing.
make OPTFLAGS= with_llvm=no PG_CONFIG="$config"
make install with_llvm=no PG_CONFIG="$config"
