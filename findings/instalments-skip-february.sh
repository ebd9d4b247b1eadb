#!/usr/bin/env bash
# Parts that are due at the end of each month are due on 28 February. amortizejs skips February, and all later parts are due on the third.
#
# Package: amortizejs 1.0.3, beside date-fns 4.4.0; seen on 2026-11-29.
# Input: plans of six monthly parts whose first day is 30 January, 31 January, 31 August and 15 January 2026.
# Guess beforehand: the last day of a shorter month, and the first day's number again in the longer ones, as date-fns has it.
# Behaviour: from 31 January the parts are due on 3 March and then on the third of each month, from 30 January on the second: February has no
# part, and each later month has another day than the first. From 31 August all parts but the first come a day late. Each day is made from
# the one before, so an overflow is never made good; the fifteenth is right. No error.
# For this project: due days come from partners, and its own days are counted in days, never in months (`calendar.ts`). Invoices of a plan by
# this package are due days after the standing order, and one month has none.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent amortizejs@1.0.3 date-fns@4.4.0
cat > try.js <<'JS'
const { Calculator } = require("amortizejs");
const { addMonths, format } = require("date-fns");
const shown = (date) => format(date, "d MMM");
for (const [month, day] of [[0, 15], [0, 30], [0, 31], [7, 31]]) {
  const startDate = new Date(2026, month, day);
  const { schedule, endDate } = Calculator.calculate({ method: "mortgage", apr: 5, balance: 60, loanTerm: 6, startDate: new Date(startDate) });
  console.log(`amortizejs: ${schedule.map(({ date }) => shown(date)).join(", ")}; end ${shown(endDate)}`);
  console.log(`date-fns:   ${schedule.map((_, at) => shown(addMonths(startDate, at))).join(", ")}`);
}
JS
seen=$(node try.js)
expected='amortizejs: 15 Jan, 15 Feb, 15 Mar, 15 Apr, 15 May, 15 Jun; end 15 Jul
date-fns:   15 Jan, 15 Feb, 15 Mar, 15 Apr, 15 May, 15 Jun
amortizejs: 30 Jan, 2 Mar, 2 Apr, 2 May, 2 Jun, 2 Jul; end 2 Aug
date-fns:   30 Jan, 28 Feb, 30 Mar, 30 Apr, 30 May, 30 Jun
amortizejs: 31 Jan, 3 Mar, 3 Apr, 3 May, 3 Jun, 3 Jul; end 3 Aug
date-fns:   31 Jan, 28 Feb, 31 Mar, 30 Apr, 31 May, 30 Jun
amortizejs: 31 Aug, 1 Oct, 1 Nov, 1 Dec, 1 Jan, 1 Feb; end 1 Mar
date-fns:   31 Aug, 30 Sep, 31 Oct, 30 Nov, 31 Dec, 31 Jan'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
