#!/usr/bin/env bash
# Italian landlines keep their 0 behind +39: it belongs to the number. The package "phone" takes it off as elsewhere, and says that the number
# is valid.
#
# Packages: phone 3.1.72, beside libphonenumber-js 1.13.16; seen on 2026-11-28.
# Input: numbers as people write them at home, with the country, and `validateMobilePrefix: false`, as the package's makers advise for
# landlines.
# Guess beforehand: +390612345678 for Rome in both, or a refusal.
# Behaviour: Rome's 06 1234 5678 becomes +39612345678, a number that nobody has, with `isValid: true`, while the same line written with +39
# becomes the right +390612345678. Milan's shorter number is refused at home and right with +39. An Austrian mobile of six digits after
# 0650 and a Hungarian one with the trunk prefix 06 are refused, though libphonenumber knows both as mobiles.
# For this project: a phone number is kept as it came, and nothing is sent to it. A list that went through this package has numbers that never
# ring, and one person's two spellings become two numbers.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent phone@3.1.72 libphonenumber-js@1.13.16
cat > try.js <<'JS'
const { phone } = require("phone");
const { parsePhoneNumber } = require("libphonenumber-js/max");
for (const [place, number, country, code] of [["Rome", "06 1234 5678", "ITA", "IT"], ["Rome", "+39 06 1234 5678", "ITA", "IT"],
  ["Milan", "02 1234567", "ITA", "IT"], ["Milan", "+39 02 1234567", "ITA", "IT"], ["Italian mobile", "347 1234567", "ITA", "IT"],
  ["Austrian mobile", "0650 123456", "AUT", "AT"], ["Hungarian mobile", "06 20 123 4567", "HUN", "HU"]]) {
  const one = phone(number, { country, validateMobilePrefix: false });
  const other = parsePhoneNumber(number, code);
  console.log(`${place} ${number}: phone ${one.isValid} ${one.phoneNumber}, libphonenumber ${other.isValid()} ${other.number}`);
}
JS
seen=$(node try.js)
expected='Rome 06 1234 5678: phone true +39612345678, libphonenumber true +390612345678
Rome +39 06 1234 5678: phone true +390612345678, libphonenumber true +390612345678
Milan 02 1234567: phone false null, libphonenumber true +39021234567
Milan +39 02 1234567: phone true +39021234567, libphonenumber true +39021234567
Italian mobile 347 1234567: phone true +393471234567, libphonenumber true +393471234567
Austrian mobile 0650 123456: phone false null, libphonenumber true +43650123456
Hungarian mobile 06 20 123 4567: phone false null, libphonenumber true +36201234567'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
