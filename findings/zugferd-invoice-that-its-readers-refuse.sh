#!/usr/bin/env bash
# ZUGFeRD: the XML inside the PDF is what counts. zugferd-generator's is no ZUGFeRD, and a reader of ZUGFeRD invoices refuses it at
# once.
#
# Packages: zugferd-generator 1.2.1 writes, factur-x-kit 0.3.1 reads; node-zugferd 0.1.0 writes the same invoice beside it; seen on
# 2026-11-28.
# Input: one line of 100.00 EUR, 19.00 VAT, 119.00 in all, due on 30 November 2026, payable to an IBAN with RF18539007547034.
# Guess beforehand: the day as 20261130, and an invoice that the reader takes, with 119.00 to pay on 30 November.
# Behaviour: the profile's name is "ZUGFeRD", which no version has. The day is written 2026-11-30 under format 102, which means 20261130;
# the elements of the tax come from the other standard (UBL); there is no DuePayableAmount. The reader says "Unknown Profile".
# node-zugferd's is read, with its day and sum.
# For this project: invoices are a PDF and a page without XML inside. Companies that convert them with this package send what their
# customers must refuse.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent --ignore-scripts zugferd-generator@1.2.1 factur-x-kit@0.3.1 node-zugferd@0.1.0
cat > try.mjs <<'JS'
import { FacturX } from "factur-x-kit";
import { zugferd } from "node-zugferd";
import { BASIC } from "node-zugferd/profile/basic";
import generator from "zugferd-generator";
const Generator = generator.default ?? generator;
const iban = "DE02120300000000202051";
const one = new Generator({
  id: "A-1", issueDate: "2026-11-02", dueDate: "2026-11-30", currency: "EUR", totalAmount: 119,
  supplier: { name: "Example Club", country: "DE", street: "Weg 1", postalCode: "01067", city: "Dresden", taxNumber: "DE123456789" },
  customer: { name: "Anna Muster", country: "DE", postalCode: "01067", city: "Dresden" },
  taxTotal: { taxAmount: 19, taxPercentage: 19 },
  paymentDetails: { paymentMeansCode: "58", paymentID: "RF18539007547034", bankDetails: { accountName: "Example Club", iban, bic: "BYLADEM1001" } },
  lineItems: [{ id: "1", description: "Course", quantity: 1, unitPrice: 100, lineTotal: 100 }],
}).toXMLString();
const address = { countryCode: "DE" };
const rate = { typeCode: "VAT", categoryCode: "S", rateApplicablePercent: "19.00" };
const other = await zugferd({ profile: BASIC, strict: false, logger: { disabled: true } }).create({
  number: "A-1", typeCode: "380", issueDate: new Date(2026, 10, 2, 12),
  transaction: {
    line: [{ identifier: "1", tradeProduct: { name: "Course" }, tradeAgreement: { netTradePrice: { chargeAmount: "100.00" } },
      tradeDelivery: { billedQuantity: { amount: "1", unitMeasureCode: "C62" } },
      tradeSettlement: { tradeTax: rate, monetarySummation: { lineTotalAmount: "100.00" } } }],
    tradeAgreement: { seller: { name: "Example Club", postalAddress: address, taxRegistration: { vatIdentifier: "DE123456789" } },
      buyer: { name: "Anna Muster", postalAddress: address } },
    tradeDelivery: {},
    tradeSettlement: { currencyCode: "EUR", paymentTerms: { dueDate: new Date(2026, 10, 30, 12) },
      vatBreakdown: [{ ...rate, calculatedAmount: "19.00", basisAmount: "100.00" }],
      monetarySummation: { lineTotalAmount: "100.00", taxBasisTotalAmount: "100.00", taxTotal: { amount: "19.00", currencyCode: "EUR" },
        grandTotalAmount: "119.00", duePayableAmount: "119.00" } },
  },
}).toXML();
const read = async (xml) => {
  try {
    const { totals, paymentInformation } = (await FacturX.fromXML(xml)).object;
    const { year, month, day } = paymentInformation.paymentTerms.dueDate;
    return `${totals.openAmount} due ${year}-${month}-${day}`;
  } catch (error) {
    return error.message;
  }
};
for (const [name, xml] of [["zugferd-generator", one], ["node-zugferd", other]]) {
  const day = xml.match(/DueDateDateTime>\s*<udt:DateTimeString format="102">([^<]*)/)[1];
  console.log(`${name}: day ${day}, DuePayableAmount ${xml.includes("DuePayableAmount")}, UBL tax ${xml.includes("TaxSubtotal")}; read: ${await read(xml)}`);
}
JS
seen=$(node try.mjs)
expected='zugferd-generator: day 2026-11-30, DuePayableAmount false, UBL tax true; read: Unknown Profile: ZUGFeRD
node-zugferd: day 20261130, DuePayableAmount true, UBL tax false; read: 119 due 2026-11-30'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
