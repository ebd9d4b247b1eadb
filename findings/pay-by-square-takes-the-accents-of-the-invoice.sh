#!/usr/bin/env bash
# PAY by square codes are written without accents, since banks' programs stumble over them. bysquare takes the accents from the caller's own
# invoice too.
#
# Package: bysquare 4.0.1; seen on 2026-11-28.
# Input: a payment of 19.99 EUR with due day and variable symbol, beneficiary "Klub žien" in "Žilina", note "Členské – príspevok".
# Guess beforehand: the code has plain letters, the object that was handed in keeps its own; a second code of it with `deburr: false` has accents.
# Behaviour: `encode` writes into the object. After the first code the invoice itself says "Klub zien" and "Clenske – prispevok": a letter, mail
# or database row made from it afterwards is misspelt, and `deburr: false` comes too late. Whether the first or the second code is made
# first decides what both contain. The dash, no accent, stays in the code.
# For this project: codes are made from values that are copied into the code's text (`epc-code.ts`, `swiss-code.ts`). A Slovak code by this
# package must be given a copy.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent bysquare@4.0.1
cat > try.mjs <<'JS'
import { decode, encode } from "bysquare/pay";
const invoice = () => ({ payments: [{ type: 1, amount: 19.99, currencyCode: "EUR", variableSymbol: "0000123", paymentDueDate: "20261130",
  paymentNote: "Členské – príspevok", bankAccounts: [{ iban: "SK9611000000002918599669" }], beneficiary: { name: "Klub žien", city: "Žilina" } }] });
const told = ({ payments: [{ paymentNote, beneficiary }] }) => [beneficiary.name, beneficiary.city, paymentNote].join(" | ");
const first = invoice();
console.log("invoice before:", told(first));
console.log("code:", told(decode(encode(first))));
console.log("invoice after:", told(first));
console.log("second code with deburr false:", told(decode(encode(first, { deburr: false }))));
console.log("the same of an untouched copy:", told(decode(encode(invoice(), { deburr: false }))));
JS
seen=$(node try.mjs)
expected='invoice before: Klub žien | Žilina | Členské – príspevok
code: Klub zien | Zilina | Clenske – prispevok
invoice after: Klub zien | Zilina | Clenske – prispevok
second code with deburr false: Klub zien | Zilina | Clenske – prispevok
the same of an untouched copy: Klub žien | Žilina | Členské – príspevok'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
