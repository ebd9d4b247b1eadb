#!/bin/sh
# Runs a script with the Node that comes along, where it is newer than the one that began: `sh server/tools/node.sh <script> [arguments]`.
node="$("${npm_node_execpath:-node}" server/tools/runtime.mjs)" || exit $?
exec "$node" "$@"
