#!/usr/bin/env bash
# Czech invoices have a payment code (SPAYD, "QR Platba") with the amount and three symbols by which the payee knows the payment. spayd refuses
# amounts below one crown or with one decimal, and symbols that begin with a zero, as most constant symbols do.
#
# Package: spayd 3.0.4; seen on 2026-11-29.
# Input: a code for a test account with amounts, symbols (variable X-VS, specific X-SS, constant X-KS: up to ten digits each), messages and a
# due day, as the format permits them.
# Guess beforehand (from its documentation): all are written as they were given.
# Behaviour: 0.50 and 450.5 are refused, and so are the specific symbol 0012 and the constant symbols 0308 and 0008, usual for services and
# goods, while the variable symbol 0012 is taken. Without its zero a symbol is written, but it is another one. It throws a text, so
# its `message` is undefined. Messages are put into capitals: "Invoice a1B2" becomes "INVOICE A1B2". A "*" is refused where the format
# has %2A.
# For this project: references keep their zeros (`payment-reference.ts`), and their text is compared without regard to capitals. A small rest of a
# Czech debt cannot be asked for by a code of this package.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent spayd@3.0.4
cat > try.js <<'JS'
const spayd = require("spayd/cjs");
const code = (more) => {
  try {
    return spayd({ acc: "CZ2806000000000168540115", am: "450.00", cc: "CZK", ...more }).split("CZ2806000000000168540115*")[1];
  } catch (error) {
    return `thrown: ${typeof error}, ${error}`;
  }
};
for (const more of [{ am: "1.00" }, { am: "0.50" }, { am: "450.5" }, { xvs: "0012" }, { xss: "0012" }, { xks: "0308" }, { xks: "0008" }, { xks: "308" },
  { msg: "Invoice a1B2" }, { msg: "2 * 225" }, { dt: new Date(2026, 10, 30) }]) console.log(JSON.stringify(more), code(more));
JS
seen=$(TZ=UTC node try.js)
expected='{"am":"1.00"} AM:1.00*CC:CZK
{"am":"0.50"} thrown: string, The am key is in wrong format!
{"am":"450.5"} thrown: string, The am key is in wrong format!
{"xvs":"0012"} AM:450.00*CC:CZK*X-VS:0012
{"xss":"0012"} thrown: string, The x-ss key is in wrong format!
{"xks":"0308"} thrown: string, The x-ks key is in wrong format!
{"xks":"0008"} thrown: string, The x-ks key is in wrong format!
{"xks":"308"} AM:450.00*CC:CZK*X-KS:308
{"msg":"Invoice a1B2"} AM:450.00*CC:CZK*MSG:INVOICE A1B2
{"msg":"2 * 225"} thrown: string, The msg key is in wrong format!
{"dt":"2026-11-30T00:00:00.000Z"} AM:450.00*CC:CZK*DT:20261130'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
