#!/usr/bin/env bash
# A PAY by square code may leave the amount open, as for a gift: the payer fills it in. bysquare writes such a code rightly, and reads it back
# as a payment of 0.
#
# Package: bysquare 4.0.1; seen on 2026-11-28.
# Input: two codes for one account: without an amount, which the standard allows for gifts (table 15, field 4), and with 0.
# Guess beforehand: no amount for the first, 0 for the second.
# Behaviour: both are read as 0, and nothing tells them apart. Read and written again, the open code asks for 0: a program that only adds a
# note to a code takes the payer's choice away, and a list of codes shows gifts of 0.00.
# For this project: an EPC code has its amount or is not made (`epc-code.ts`), and gifts are typed beside it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent bysquare@4.0.1
cat > try.mjs <<'JS'
import { decode, encode, serialize } from "bysquare/pay";
const code = (amount) => ({ payments: [{ type: 1, ...amount, currencyCode: "EUR", variableSymbol: "123", bankAccounts: [{ iban: "SK9611000000002918599669" }],
  beneficiary: { name: "Klub" } }] });
const field = (payment) => JSON.stringify(serialize(payment).split("\t")[3]);
for (const [name, payment] of [["open", code({})], ["zero", code({ amount: 0 })]]) {
  const read = decode(encode(payment));
  console.log(`${name}: written ${field(payment)}, read ${read.payments[0].amount}, written again ${field(read)}, read again ${decode(encode(read)).payments[0].amount}`);
}
JS
seen=$(node try.mjs)
expected='open: written "", read 0, written again "0", read again 0
zero: written "0", read 0, written again "0", read again 0'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
