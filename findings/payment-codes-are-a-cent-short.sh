#!/usr/bin/env bash
# Slovenia's UPN QR code and Finland's bank bar code hold the amount in cents, as digits. Two writers lose a cent, and one puts a full stop
# among the digits.
#
# Packages: upnqr 1.1.0, finnish-bank-utils 1.3.3; seen on 2026-11-28.
# Input: every amount from 0.01 to 999.99 euros, given as the number that each package asks for.
# Guess beforehand: each code has its cents.
# Behaviour: 4,586 UPN codes and 5,118 bar codes are wrong, one in about twenty. 19.99 becomes 1998 cents in both: who scans the code pays a
# cent too little. The bar code of 0.07 has `0000007.` where eight digits belong, so it cannot be drawn as one. Neither package reports an
# error.
# For this project: amounts are whole cents, and a code is written from them by division of integers (`epc-code.ts`, `swiss-code.ts`). A
# payment that is one cent short of an invoice may have been scanned from such a code.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent upnqr@1.1.0 finnish-bank-utils@1.3.3
cat > try.js <<'JS'
const upn = require("upnqr");
const finnish = require("finnish-bank-utils");
const due = new Date(2026, 10, 30);
const slovenian = (amount) =>
  upn.encode({ slog: "UPNQR", polog: false, dvig: false, ime_placnika: "Ana Primer", ulica_placnika: "Cesta 1", kraj_placnika: "1000 Ljubljana",
    znesek: amount, nujno: false, koda_namena: "OTHR", namen_placila: "Clanarina", rok_placila: due, IBAN_prejemnika: "SI56263300012039086",
    referenca_prejemnika: "RF18539007547034", ime_prejemnika: "Klub", ulica_prejemnika: "Cesta 2", kraj_prejemnika: "1000 Ljubljana", rezerva: "" })
    .split("\n")[8];
// One digit for the version, 16 of the account, then eight of the amount.
const bars = (amount) =>
  finnish.formatFinnishVirtualBarCode({ iban: "FI21 1234 5600 0007 85", sum: amount, reference: "1232", date: "30.11.2026" }).slice(17, 25);
for (const [name, write, digits] of [["UPN QR", slovenian, 11], ["bar code", bars, 8]]) {
  let wrong = 0;
  for (let cents = 1; cents < 100_000; cents += 1) if (write(cents / 100) !== String(cents).padStart(digits, "0")) wrong += 1;
  console.log(name, `wrong ${wrong} of 99999;`, [0.07, 0.29, 4.35, 19.99].map((amount) => `${amount}: ${write(amount)}`).join(", "));
}
JS
seen=$(node try.js)
expected='UPN QR wrong 4586 of 99999; 0.07: 00000000007, 0.29: 00000000028, 4.35: 00000000434, 19.99: 00000001998
bar code wrong 5118 of 99999; 0.07: 0000007., 0.29: 00000028, 4.35: 00000434, 19.99: 00001998'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
