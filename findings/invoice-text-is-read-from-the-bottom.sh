#!/usr/bin/env bash
# A reader of PDF gives a page's text in the order of reading. Since a patch release of 2026, pdf2json gives it from the bottom line to the top.
#
# Packages: pdf2json 4.0.2, 4.0.3 and 4.1.0; the pages are drawn by pdfkit 0.20.2, pdf-lib 1.17.1 and jspdf 3.0.3; seen on 2026-11-28.
# Input: a page of five lines, drawn from top to bottom: heading, position, tax, sum, reference.
# Guess beforehand: the same five lines in the same order from each version, since 4.0.3 is a patch whose change promises the order of reading.
# Behaviour: 4.0.2 has it right for all three writers. 4.0.3 and 4.1.0 sort the lines by height the wrong way round: the reference is first, the
# heading last, in each writer's page. Rules such as "the first amount is the net sum" or "what follows Total" take another line's figure
# (here the tax is what follows the total). No error, and each line by itself is right.
# For this project: PDFs are only written (`draw-pdf.ts`). A partner that reads invoices back with this package must look whether an update
# turned its pages over.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts v402@npm:pdf2json@4.0.2 v403@npm:pdf2json@4.0.3 v410@npm:pdf2json@4.1.0 pdfkit@0.20.2 pdf-lib@1.17.1 jspdf@3.0.3
cat > try.mjs <<'JS'
import { jsPDF } from "jspdf";
import { PDFDocument as Document } from "pdf-lib";
import PdfKit from "pdfkit";
const lines = ["Invoice A-1", "Course 100.00", "VAT 19.00", "Total 119.00", "RF18539007547034"];
const byPdfkit = new Promise((resolve) => {
  const page = new PdfKit();
  const parts = [];
  page.on("data", (part) => parts.push(part)).on("end", () => resolve(Buffer.concat(parts)));
  for (const line of lines) page.text(line);
  page.end();
});
const document = await Document.create();
const page = document.addPage();
lines.forEach((line, at) => page.drawText(line, { x: 50, y: 700 - 20 * at, size: 12 }));
const other = new jsPDF();
lines.forEach((line, at) => other.text(line, 10, 20 + 10 * at));
const pages = { pdfkit: await byPdfkit, "pdf-lib": await document.save({ useObjectStreams: false }), jspdf: other.output("arraybuffer") };
const read = (Parser, bytes) => new Promise((resolve) => {
  const parser = new Parser(null, true);
  parser.on("pdfParser_dataReady", () => resolve(parser.getRawTextContent().split(/\r?\n/).filter((line) => /^[A-Z]/.test(line)).join(" | ")));
  parser.on("pdfParser_dataError", ({ parserError }) => resolve(String(parserError)));
  parser.parseBuffer(Buffer.from(new Uint8Array(bytes).slice().buffer));
});
for (const [version, name] of [["4.0.2", "v402"], ["4.0.3", "v403"], ["4.1.0", "v410"]])
  for (const [writer, bytes] of Object.entries(pages)) console.log(`pdf2json ${version}, ${writer}: ${await read((await import(name)).default, bytes)}`);
JS
seen=$(node try.mjs 2>/dev/null | grep '^pdf2json')
expected='pdf2json 4.0.2, pdfkit: Invoice A-1 | Course 100.00 | VAT 19.00 | Total 119.00 | RF18539007547034
pdf2json 4.0.2, pdf-lib: Invoice A-1 | Course 100.00 | VAT 19.00 | Total 119.00 | RF18539007547034
pdf2json 4.0.2, jspdf: Invoice A-1 | Course 100.00 | VAT 19.00 | Total 119.00 | RF18539007547034
pdf2json 4.0.3, pdfkit: RF18539007547034 | Total 119.00 | VAT 19.00 | Course 100.00 | Invoice A-1
pdf2json 4.0.3, pdf-lib: RF18539007547034 | Total 119.00 | VAT 19.00 | Course 100.00 | Invoice A-1
pdf2json 4.0.3, jspdf: RF18539007547034 | Total 119.00 | VAT 19.00 | Course 100.00 | Invoice A-1
pdf2json 4.1.0, pdfkit: RF18539007547034 | Total 119.00 | VAT 19.00 | Course 100.00 | Invoice A-1
pdf2json 4.1.0, pdf-lib: RF18539007547034 | Total 119.00 | VAT 19.00 | Course 100.00 | Invoice A-1
pdf2json 4.1.0, jspdf: RF18539007547034 | Total 119.00 | VAT 19.00 | Course 100.00 | Invoice A-1'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
