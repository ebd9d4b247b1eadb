#!/usr/bin/env bash
# A payment reference of digits is a text. einvoicing (UBL invoices) and ofx-data-extractor (bank files) make a number of it.
#
# Packages: einvoicing 0.0.3; ofx-data-extractor 1.5.0 with `nativeTypes`; seen on 2026-11-28.
# Input: the Belgian reference 010000207724 and the Swiss one 210000000003139471430009017: as PaymentID of an invoice, and as MEMO of a bank
# file.
# Guess beforehand: the same text. `nativeTypes` turns amounts into numbers, nothing else; einvoicing declares the reference as a string.
# Behaviour: 10000207724 is a digit short of the twelve that a Belgian reference has, and the Swiss one is 2.1000000000313946e+26, whose
# last ten digits are gone for good. Buyer references and postal codes of the invoice lose their zeros too; FITID of the bank file, also
# digits, is kept. No error.
# For this project: references are text from end to end (`payment-reference.ts`), and most Belgian ones begin with a zero. A payer whose
# program read the invoice this way sends a reference that is none, so name and amount alone are left to find the invoice.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null; npm install --no-audit --no-fund --silent einvoicing@0.0.3 ofx-data-extractor@1.5.0
cat > try.js <<'JS'
const { UblReader, UblWriter } = require("einvoicing");
const { Ofx } = require("ofx-data-extractor");
const party = (name) => `<cac:Party><cac:PostalAddress><cbc:PostalZone>01067</cbc:PostalZone><cac:Country>
<cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
<cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party>`;
const vat = "<cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>";
const euros = (name, amount) => `<cbc:${name} currencyID="EUR">${amount}</cbc:${name}>`;
const invoice = (reference) => `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID><cbc:ID>A-1</cbc:ID><cbc:IssueDate>2026-11-02</cbc:IssueDate>
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:BuyerReference>000042</cbc:BuyerReference>
<cac:AccountingSupplierParty>${party("Club")}</cac:AccountingSupplierParty><cac:AccountingCustomerParty>${party("Member")}</cac:AccountingCustomerParty>
<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cbc:PaymentID>${reference}</cbc:PaymentID>
<cac:PayeeFinancialAccount><cbc:ID>DE02120300000000202051</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
<cac:TaxTotal>${euros("TaxAmount", "19.00")}<cac:TaxSubtotal>${euros("TaxableAmount", "100.00")}${euros("TaxAmount", "19.00")}
<cac:TaxCategory>${vat}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${euros("LineExtensionAmount", "100.00")}${euros("TaxExclusiveAmount", "100.00")}${euros("TaxInclusiveAmount", "119.00")}
${euros("PayableAmount", "119.00")}</cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity>${euros("LineExtensionAmount", "100.00")}
<cac:Item><cbc:Name>Course</cbc:Name><cac:ClassifiedTaxCategory>${vat}</cac:ClassifiedTaxCategory></cac:Item>
<cac:Price>${euros("PriceAmount", "100.00")}</cac:Price></cac:InvoiceLine></Invoice>`;
const bankFile = (reference) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<BANKMSGSRSV1>
<STMTTRNRS>
<TRNUID>1
<STATUS>
<CODE>0
<SEVERITY>INFO
</STATUS>
<STMTRS>
<CURDEF>EUR
<BANKACCTFROM>
<BANKID>12030000
<ACCTID>0000202051
<ACCTTYPE>CHECKING
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>20261101
<DTEND>20261103
<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20261102
<TRNAMT>119.00
<FITID>000123
<NAME>Member
<MEMO>${reference}
</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL>
<BALAMT>119.00
<DTASOF>20261103
</LEDGERBAL>
</STMTRS>
</STMTTRNRS>
</BANKMSGSRSV1>
</OFX>
`;
(async () => {
  const found = (xml, name) => xml.match(new RegExp(`<cbc:${name}>([^<]*)`))[1];
  for (const reference of ["010000207724", "210000000003139471430009017"]) {
    const xml = new UblWriter().write(await new UblReader().read(invoice(reference)));
    console.log("invoice", found(xml, "PaymentID"), "buyer reference", found(xml, "BuyerReference"), "postal code", found(xml, "PostalZone"));
    const [entry] = new Ofx(bankFile(reference), { nativeTypes: true }).getBankTransferList();
    console.log("bank file", entry.TRNAMT, entry.FITID, entry.MEMO, typeof entry.MEMO);
  }
})();
JS
seen=$(node try.js)
expected='invoice 10000207724 buyer reference 42 postal code 1067
bank file 119 000123 10000207724 number
invoice 2.1000000000313946e+26 buyer reference 42 postal code 1067
bank file 119 000123 2.1000000000313946e+26 number'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
