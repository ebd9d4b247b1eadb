#!/usr/bin/env bash
# UBL: a credit note is a document of its own, CreditNote with CreditNoteLine. einvoicing reads it and writes it back as an Invoice over the
# same sum.
#
# Package: einvoicing 0.0.3; seen on 2026-11-28.
# Input: a credit note (type 381) of 119.00, and an invoice of 119.00 that may be paid to either of two accounts; each read and written
# again.
# Guess beforehand: the credit note stays one, and both accounts are kept.
# Behaviour: the credit note becomes Invoice with InvoiceLine and PayableAmount 119, and keeps only the number 381, which the rules of EN
# 16931 allow in no Invoice. The receiver refuses it or pays what was to be given back. With two PaymentMeans both are dropped: nobody can
# tell where to pay. No error.
# For this project: a credit is a line that lowers an invoice, never a document with a sum to pay. A partner who makes invoices of files
# that came through this package must look at the type number, not at the document's name.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent einvoicing@0.0.3
cat > try.js <<'JS'
const { UblReader, UblWriter } = require("einvoicing");
const party = (name) => `<cac:Party><cbc:EndpointID schemeID="EM">${name.toLowerCase()}@club.example</cbc:EndpointID>
<cac:PostalAddress><cbc:CityName>Berlin</cbc:CityName><cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
<cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party>`;
const vat = "<cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>";
const euros = (name, amount) => `<cbc:${name} currencyID="EUR">${amount}</cbc:${name}>`;
const account = (iban) => `<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cbc:PaymentID>RF18539007547034</cbc:PaymentID>
<cac:PayeeFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>`;
const document = (kind, type, quantity, accounts) => `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${kind}-2"
xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
<cbc:ID>A-1</cbc:ID><cbc:IssueDate>2026-11-02</cbc:IssueDate><cbc:${kind}TypeCode>${type}</cbc:${kind}TypeCode>
<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:BuyerReference>B-1</cbc:BuyerReference>
<cac:AccountingSupplierParty>${party("Club")}</cac:AccountingSupplierParty><cac:AccountingCustomerParty>${party("Member")}</cac:AccountingCustomerParty>
${accounts.map(account).join("")}
<cac:TaxTotal>${euros("TaxAmount", "19.00")}<cac:TaxSubtotal>${euros("TaxableAmount", "100.00")}${euros("TaxAmount", "19.00")}
<cac:TaxCategory>${vat}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${euros("LineExtensionAmount", "100.00")}${euros("TaxExclusiveAmount", "100.00")}${euros("TaxInclusiveAmount", "119.00")}
${euros("PayableAmount", "119.00")}</cac:LegalMonetaryTotal>
<cac:${kind}Line><cbc:ID>1</cbc:ID><cbc:${quantity} unitCode="C62">1</cbc:${quantity}>${euros("LineExtensionAmount", "100.00")}
<cac:Item><cbc:Name>Course</cbc:Name><cac:ClassifiedTaxCategory>${vat}</cac:ClassifiedTaxCategory></cac:Item>
<cac:Price>${euros("PriceAmount", "100.00")}</cac:Price></cac:${kind}Line></${kind}>`;
const told = (xml) =>
  [`root ${xml.match(/<(CreditNote|Invoice)\s/)[1]}`, `line ${xml.match(/cac:(\w+Line)>/)[1]}`, `type ${xml.match(/TypeCode[^>]*>(\d+)/)[1]}`,
   `payable ${xml.match(/PayableAmount[^>]*>([\d.]+)/)[1]}`, `accounts ${(xml.match(/<cac:PayeeFinancialAccount>/g) ?? []).length}`].join(", ");
(async () => {
  const first = "DE02120300000000202051";
  const again = async (xml) => new UblWriter().write(await new UblReader().read(xml));
  for (const [name, xml] of [["credit note", document("CreditNote", "381", "CreditedQuantity", [first])],
    ["two accounts", document("Invoice", "380", "InvoicedQuantity", [first, "DE02500105170137075030"])]]) {
    console.log(`${name} read: ${told(xml)}`);
    console.log(`${name} written: ${told(await again(xml))}`);
  }
})();
JS
seen=$(node try.js)
expected='credit note read: root CreditNote, line CreditNoteLine, type 381, payable 119.00, accounts 1
credit note written: root Invoice, line InvoiceLine, type 381, payable 119, accounts 1
two accounts read: root Invoice, line InvoiceLine, type 380, payable 119.00, accounts 2
two accounts written: root Invoice, line InvoiceLine, type 380, payable 119, accounts 0'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
