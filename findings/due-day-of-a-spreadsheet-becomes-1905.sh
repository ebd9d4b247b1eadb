#!/usr/bin/env bash
# A cell of a spreadsheet may hold its day as text in ISO 8601 (`t="d"`: ISO/IEC 29500-1, 18.18.11). exceljs takes the year for a number of days.
#
# Packages: xlsx 0.18.5 writes, exceljs 4.4.0 reads, read-excel-file 9.3.17 and hucre 1.0.0 beside it; seen on 2026-11-28.
# Input: a list of members with amount and due day, written once with `cellDates: true` (the day as ISO text) and once without (as a serial
# number).
# Guess beforehand: the three readers agree on the day in both files, or refuse the text.
# Behaviour: exceljs reads the ISO text of 30 November 2026 as 18 July 1905, and that of 1 January 2027 as 19 July 1905: its "2026" counts as
# the 2026th day. All days of one year become one day. No error. The other two readers are right in both files.
# For this project: lists come as CSV or by the interface, not as spreadsheets. A partner who makes due days with exceljs from such a file
# sends invoices that are 121 years overdue; the day must be checked for sense on arrival.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts xlsx@0.18.5 exceljs@4.4.0 read-excel-file@9.3.17 hucre@1.0.0
cat > try.mjs <<'JS'
import { readFileSync } from "node:fs";
import exceljs from "exceljs";
import { read } from "hucre";
import readExcelFile from "read-excel-file/node";
import xlsx from "xlsx";
const dues = [new Date(2026, 10, 30), new Date(2026, 5, 1), new Date(2027, 0, 1)];
const day = (cell) => JSON.parse(JSON.stringify(cell)).slice(0, 10);
for (const cellDates of [true, false]) {
  const book = xlsx.utils.book_new();
  const rows = [["Name", "Amount", "Due"], ...dues.map((due, at) => [`Member ${at}`, 45, due])];
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows, { cellDates }), "Dues");
  xlsx.writeFile(book, "dues.xlsx", { cellDates });
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.readFile("dues.xlsx");
  const [{ data }] = await readExcelFile("dues.xlsx");
  const { sheets } = await read(new Uint8Array(readFileSync("dues.xlsx")));
  const kind = cellDates ? "ISO text" : "serial number";
  console.log(`${kind}: exceljs ${[2, 3, 4].map((row) => day(workbook.worksheets[0].getRow(row).getCell(3).value)).join(" ")}`);
  console.log(`${kind}: read-excel-file ${data.slice(1).map((row) => day(row[2])).join(" ")}`);
  console.log(`${kind}: hucre ${sheets[0].rows.slice(1).map((row) => day(row[2])).join(" ")}`);
}
JS
seen=$(TZ=UTC node try.mjs)
expected='ISO text: exceljs 1905-07-18 1905-07-18 1905-07-19
ISO text: read-excel-file 2026-11-30 2026-06-01 2027-01-01
ISO text: hucre 2026-11-30 2026-06-01 2027-01-01
serial number: exceljs 2026-11-30 2026-06-01 2027-01-01
serial number: read-excel-file 2026-11-30 2026-06-01 2027-01-01
serial number: hucre 2026-11-30 2026-06-01 2027-01-01'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed; expected:"; echo "$expected"; exit 1; }
