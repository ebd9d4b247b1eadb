#!/usr/bin/env bash
# pain.008 names the day of the collection, of which the member was told 14 days before, the day on which the mandate was signed, and the
# member's bank. In sepa-xml a forgotten day is today, a signing day given as a Date is a line of JavaScript, and German banks are left out.
#
# Package: sepa-xml 0.6.0; seen on 2026-11-29.
# Input: pain.008.001.02 with one debit of 12.50 EUR for 16 December 2030, as in the package's example; then with the signing day as a Date,
# as the example gives the day of collection; then without that day (`when`); then with a German account and no BIC, which SEPA does not
# need. The package names what was not filled in and says that it checks its result.
# Guess beforehand (before reading its code): 2026-01-01 either way, an error for the missing day, and a debtor's bank of NOTPROVIDED.
# Behaviour: without `when` the file says today, so an upload collects weeks early or is refused as too late. The Date becomes "Thu Jan 01 2026
# 00:00:00 GMT+0000 (Coordinated Universal Time)". For the German account DbtrAgt is missing, which the schema demands. The schema refuses
# both these files, with all the debits in them. A one-off mandate cannot be told: each debit is RCUR. Nothing is reported.
# For this project: only refunds are written. Their day is a text, made as the next bank day, and an unknown bank is left out where the schema
# permits it (`create-refund-file.ts`, `pain.ts`). A club that collects with this package may debit members before the announced day.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent sepa-xml@0.6.0
cat > try.js <<'JS'
const SepaXml = require("sepa-xml");
const now = new Date();
const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
const made = (name, when, signed, iban) => new Promise((resolve) => {
  const file = new SepaXml("pain.008.001.02");
  file.setHeaderInfo({ messageId: "M1", initiator: "Example Club" });
  file.setPaymentInfo({ ...when, id: "P1", method: "DD", creditorName: "Example Club", creditorIBAN: "NL39RABO0300065264", bic: "RABONL2U",
    creditorIdentifier: "NL42ZZZ123456780001" });
  file.addTransaction({ id: "E1", amount: 12.5, name: "Anna Muster", iban, mandateId: "MANDATE1", mandateSignatureDate: signed,
    description: "Course" });
  file.compile((error, xml) => {
    const [day, mandate, sequence] = ["ReqdColltnDt", "DtOfSgntr", "SeqTp"].map((element) => xml.match(new RegExp(`<${element}>([^<]*)`))[1]);
    const [bank] = xml.match(/(?<=<DbtrAgt>).*?(?=<\/DbtrAgt>)/s) ?? ["missing"];
    resolve(`${name}: ${day === today ? "today" : day}, signed ${mandate}, ${sequence}, bank ${bank.replace(/<.*?>|\s/g, "")}, error ${error}`);
  });
});
const december = { when: new Date(2030, 11, 16) };
const dutch = "NL91ABNA0417164300";
const files = [made("example", december, "2026-01-01", dutch), made("Date", december, new Date(2026, 0, 1), dutch),
  made("no day", {}, "2026-01-01", dutch), made("German account", december, "2026-01-01", "DE02120300000000202051")];
Promise.all(files).then((lines) => console.log(lines.join("\n")));
JS
seen=$(TZ=UTC node try.js)
expected='example: 2030-12-16, signed 2026-01-01, RCUR, bank ABNANL2A, error null
Date: 2030-12-16, signed Thu Jan 01 2026 00:00:00 GMT+0000 (Coordinated Universal Time), RCUR, bank ABNANL2A, error null
no day: today, signed 2026-01-01, RCUR, bank ABNANL2A, error null
German account: 2030-12-16, signed 2026-01-01, RCUR, bank missing, error null'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
