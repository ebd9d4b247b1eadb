#!/bin/sh
# Runs a script with the bundled Node if it is newer than the current one: `sh server/tools/node.sh <script> [arguments]`.
node="$("${npm_node_execpath:-node}" server/tools/runtime.mjs)" || exit $?
exec "$node" "$@"
