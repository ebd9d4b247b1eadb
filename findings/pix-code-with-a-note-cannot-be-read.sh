#!/usr/bin/env bash
# Brazil's payment code (Pix) is made of fields whose length is written with two digits. pix-utils writes three when key and note together are
# longer than that, and then cannot read its own code.
#
# Package: pix-utils 2.8.2; seen on 2026-11-30.
# Input: codes over 45.00 reais for an invented club, with a mail address or a random key (36 signs, the usual kind), each without a note,
# with "Fatura 417", and with "Fatura 2026-0417, mensalidade de novembro"; and one whose payee's name has 26 letters.
# Guess beforehand: a note that is too long is refused, as it is written of names, or cut.
# Behaviour: with the random key the note of 41 letters makes a field of 103 signs, and its length is written "26103": a reader takes 10 as
# the length and "3001…" as what follows. The code is made without an error; the package itself says "invalid emv code" of it. The longest note
# that is read has 37 letters beside that key and 54 beside the mail address. The long name is refused, as it should be.
# For this project: codes have lines, not counted lengths, and texts are fitted to their room before (`epc-code.ts`, `swiss-code.ts`). A
# Brazilian invoice whose subject goes into such a code cannot be paid by it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent --ignore-scripts pix-utils@2.8.2
cat > try.js <<'JS'
const { createStaticPix, hasError, parsePix } = require("pix-utils");
const made = (pixKey, infoAdicional, merchantName = "Clube Exemplo") =>
  createStaticPix({ merchantName, merchantCity: "Rio", pixKey, transactionAmount: 45, txid: "FATURA417", infoAdicional });
const read = (code) => {
  const found = parsePix(code);
  return hasError(found) ? { error: found.message } : found;
};
const keys = { mail: "clube@clube.example", random: "00000000-0000-4000-8000-000000000417" };
for (const [name, key] of Object.entries(keys)) {
  for (const note of [undefined, "Fatura 417", "Fatura 2026-0417, mensalidade de novembro"]) {
    const code = made(key, note).toBRCode();
    const { error, transactionAmount, txid, infoAdicional } = read(code);
    console.log(`${name} key, ${note ?? "no note"}: ${code.slice(6, 14)}…, ${error ?? `read ${transactionAmount} ${txid} ${infoAdicional ?? "no note"}`}`);
  }
  let longest = 0;
  for (let length = 1; length <= 72; length += 1) if (!read(made(key, "x".repeat(length)).toBRCode()).error) longest = length;
  console.log(`${name} key: longest note that is read ${longest}`);
}
console.log("long name:", made(keys.mail, undefined, "Clube Exemplo dos Exemplos").message);
JS
seen=$(node try.js)
expected='mail key, no note: 26410014…, read 45 FATURA417 no note
mail key, Fatura 417: 26550014…, read 45 FATURA417 Fatura 417
mail key, Fatura 2026-0417, mensalidade de novembro: 26860014…, read 45 FATURA417 Fatura 2026-0417, mensalidade de novembro
mail key: longest note that is read 54
random key, no note: 26580014…, read 45 FATURA417 no note
random key, Fatura 417: 26720014…, read 45 FATURA417 Fatura 417
random key, Fatura 2026-0417, mensalidade de novembro: 26103001…, invalid emv code
random key: longest note that is read 37
long name: merchantName character limit exceeded (> 25)'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
