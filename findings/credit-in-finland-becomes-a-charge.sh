#!/usr/bin/env bash
# Finland, Sweden, Norway, the Baltics, Slovenia and Croatia write −12,50 with the true minus U+2212: ICU's rules say so, and Intl writes it.
# Four readers of money drop the sign without an error.
#
# Packages: accounting 0.4.1, currency.js 2.0.4, currency-formatter 1.5.9, numeral 2.0.6; seen on 2026-11-28 (Node 20.20.2).
# Input: Intl's own text of −1234.50 EUR in seven countries, and "1.234,50-" as bookkeeping programs and Dutch banks write a credit. Each
# reader is told the decimal mark (numeral has no such setting).
# Guess beforehand: U+2212 is read as minus, or refused; the minus behind is read or refused as well.
# Behaviour: a credit of 1,234.50 becomes a charge in all four, while the same sum of Germany or Denmark, written with the
# hyphen, is negative. The minus behind is dropped by accounting and currency-formatter, and NaN in currency.js. Nothing is reported.
# For this project: its pages and mails write U+2212 in every language (`money.ts`), and `read-amount.ts` reads U+2212, the dash and the hyphen.
# A treasurer who pastes a credit from a page into a tool with one of these readers doubles the member's debt.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent accounting@0.4.1 currency.js@2.0.4 currency-formatter@1.5.9 numeral@2.0.6
cat > try.js <<'JS'
const accounting = require("accounting");
const currency = require("currency.js");
const formatter = require("currency-formatter");
const numeral = require("numeral");
const read = (text, locale) => [`accounting ${accounting.unformat(text, ",")}`, `currency.js ${currency(text, { decimal: ",", separator: "." }).value}`,
  `currency-formatter ${formatter.unformat(text, { locale })}`, `numeral ${numeral(text).value() < 0 ? "negative" : "positive"}`].join(", ");
for (const locale of ["de-DE", "da-DK", "fi-FI", "sv-SE", "nb-NO", "sl-SI", "hr-HR"]) {
  const text = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(-1234.5);
  const sign = text.codePointAt(0).toString(16).padStart(4, "0");
  console.log(`${locale} U+${sign}: ${read(text, locale)}`);
}
console.log(`1.234,50-: ${read("1.234,50-", "nl-NL")}`);
JS
seen=$(node try.js)
expected='de-DE U+002d: accounting -1234.5, currency.js -1234.5, currency-formatter -1234.5, numeral negative
da-DK U+002d: accounting -1234.5, currency.js -1234.5, currency-formatter -1234.5, numeral negative
fi-FI U+2212: accounting 1234.5, currency.js 1234.5, currency-formatter 1234.5, numeral positive
sv-SE U+2212: accounting 1234.5, currency.js 1234.5, currency-formatter 1234.5, numeral positive
nb-NO U+2212: accounting 1234.5, currency.js 1234.5, currency-formatter 1234.5, numeral positive
sl-SI U+2212: accounting 1234.5, currency.js 1234.5, currency-formatter 1234.5, numeral positive
hr-HR U+2212: accounting 1234.5, currency.js 1234.5, currency-formatter 1234.5, numeral positive
1.234,50-: accounting 1234.5, currency.js NaN, currency-formatter 1234.5, numeral negative'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
