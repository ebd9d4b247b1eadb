#!/usr/bin/env bash
# A debt that is paid in parts must come out even: the last part takes what rounding left over. loanjs says of most plans a sum that their parts
# do not have.
#
# Packages: loanjs 1.1.2, beside amortizejs 1.0.3; seen on 2026-11-29.
# Input: each amount of whole tens from 10 to 1,000 euros in 2 to 12 monthly parts at 5 per cent a year, and 80.00 in 11 and in 4 parts.
# Guess beforehand: the parts add up to the sum that the plan names, and what they repay to the amount; without interest the parts are equal.
# Behaviour: in 893 of 1,100 plans the parts have another sum than the plan names, and what they repay is another amount than the debt. 80.00
# in 11 parts: the plan says 81.98 and nothing remains, the parts are 11 times 7.46, that is 82.06. Each part is rounded, the sums are not made
# from the parts, and what remains is cut to 0. A plan without interest is refused ("wrong parameters"). No error otherwise. amortizejs rounds
# nothing: its sum is 82.01, and its parts, written in cents, are 82.06 as well.
# For this project: amounts are whole cents, and there are no plans of parts. A partner whose plan came from this package invoices parts
# whose sum is not what the customer agreed to.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent loanjs@1.1.2 amortizejs@1.0.3
cat > try.js <<'JS'
const { Calculator } = require("amortizejs");
const { Loan } = require("loanjs");
const cents = (amount) => Math.round(amount * 100);
const sumOf = (loan, key) => loan.installments.reduce((sum, part) => sum + cents(part[key]), 0);
let plans = 0;
let sums = 0;
let repaid = 0;
for (let amount = 10; amount <= 1000; amount += 10) {
  for (let parts = 2; parts <= 12; parts += 1) {
    const loan = new Loan(amount, parts, 5, "annuity");
    plans += 1;
    if (sumOf(loan, "installment") !== cents(loan.sum)) sums += 1;
    if (sumOf(loan, "capital") !== cents(amount)) repaid += 1;
  }
}
console.log(`${plans} plans: ${sums} with another sum than their parts, ${repaid} that repay another amount`);
for (const parts of [11, 4]) {
  const loan = new Loan(80, parts, 5, "annuity");
  const { remain } = loan.installments.at(-1);
  const amounts = [...new Set(loan.installments.map(({ installment }) => installment))].join(" ");
  console.log(`80.00 in ${parts}: sum ${loan.sum}, parts of ${amounts} are ${sumOf(loan, "installment") / 100}, remain ${remain}`);
}
const other = Calculator.calculate({ method: "mortgage", apr: 5, balance: 80, loanTerm: 11 });
console.log(`amortizejs: part ${other.periodicPayment}, sum ${other.totalPayment}, in cents ${(11 * cents(other.periodicPayment)) / 100}`);
try {
  console.log("without interest:", new Loan(80, 4, 0, "annuity").sum);
} catch (error) {
  console.log("without interest:", error.message);
}
JS
seen=$(node try.js)
expected='1100 plans: 893 with another sum than their parts, 893 that repay another amount
80.00 in 11: sum 81.98, parts of 7.46 are 82.06, remain 0
80.00 in 4: sum 80.83, parts of 20.21 are 80.84, remain 0
amortizejs: part 7.455805413328377, sum 82.01385954661214, in cents 82.06
without interest: wrong parameters: 80 4 0'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
