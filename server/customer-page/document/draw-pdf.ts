import { readFileSync } from "node:fs";
import { join } from "node:path";
import PDFDocument from "pdfkit";
import { SwissQRBill } from "swissqrbill/pdf";
import { modulesOf } from "@/server/bank/transfers/transfer-code";
import type { SwissBill } from "@/server/domain/banking/swiss-code";
import type { PdfContents, PdfRow, PdfTransfer } from "./pdf-contents";

// Embedded, because the standard PDF fonts lack the minus sign and letters of some names. Read once per thread.
const FONTS = join(process.cwd(), "node_modules/dejavu-fonts-ttf/ttf");
const regular = readFileSync(join(FONTS, "DejaVuSans.ttf"));
const bold = readFileSync(join(FONTS, "DejaVuSans-Bold.ttf"));

// Lengths are in points.
const MARGIN = 56;
const AMOUNT_WIDTH = 96;
/** Width of the longest day, such as 28. September 2027. */
const DATE_WIDTH = 104;
const GAP = 12;
/** Right and lower edge of the contents of an A4 page. */
const RIGHT = 595.28 - MARGIN;
const BOTTOM = 841.89 - MARGIN;
const INK = "#15201e";
const FAINT = "#5e6b68";
const LINE = "#dbe3e1";

type Pdf = InstanceType<typeof PDFDocument>;

/** Draws an invoice on A4. A long invoice takes seconds, so this runs in a separate thread: see `invoice-pdf.ts`. */
export default async function drawPdf(contents: PdfContents): Promise<Uint8Array> {
  const { locale, title, company, sender, recipient, createdAt, facts, columns, rows, total, transfer, remarks } = contents;
  const pdf = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    lang: locale,
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: company, CreationDate: createdAt },
  });
  pdf.registerFont("regular", regular).registerFont("bold", bold);
  const done = collect(pdf);

  pdf.font("bold").fontSize(11).fillColor(INK).text(company);
  pdf.font("regular").fontSize(9).fillColor(FAINT);
  for (const line of sender) pdf.text(line);
  pdf.moveDown(2).text(recipient.label).fontSize(10).fillColor(INK);
  for (const line of recipient.lines) pdf.text(line);
  pdf.moveDown(2).font("bold").fontSize(15).text(title).moveDown(0.5);
  pdf.font("regular").fontSize(9).fillColor(FAINT);
  for (const fact of facts) pdf.text(fact);
  pdf.moveDown(2);
  drawRow(pdf.font("bold").fontSize(8).fillColor(FAINT), columns, INK);
  pdf.font("regular").fontSize(10).fillColor(INK);
  for (const row of rows) drawRow(pdf, row, LINE);
  drawTotal(pdf, total);
  if (transfer) drawTransfer(pdf, transfer);
  drawRemarks(pdf, remarks);
  if (transfer?.swiss) drawSwissBill(pdf, transfer.swiss, locale);
  pdf.end();
  return done;
}

async function collect(pdf: Pdf): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for await (const piece of pdf) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Draws a row, as high as its description needs. A row is never split between pages. */
function drawRow(pdf: Pdf, { description, date, amount }: PdfRow, ruleColor: string): void {
  const width = RIGHT - MARGIN - AMOUNT_WIDTH - DATE_WIDTH - 2 * GAP;
  const height = pdf.heightOfString(description, { width });
  if (pdf.y + height + GAP > BOTTOM) pdf.addPage();
  const { y } = pdf;
  pdf.text(description, MARGIN, y, { width });
  pdf.text(date, MARGIN + width + GAP, y, { width: DATE_WIDTH, lineBreak: false });
  pdf.text(amount, RIGHT - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: "right", lineBreak: false });
  drawRule(pdf, y + height + 4, ruleColor);
  pdf.x = MARGIN;
  pdf.y = y + height + 10;
}

function drawRule(pdf: Pdf, y: number, color: string): void {
  pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).stroke(color);
}

const TOTAL_HEIGHT = 60;
const TOTAL_WIDTH = 170;

/** Draws the total above a double rule. */
function drawTotal(pdf: Pdf, { words, amount }: PdfContents["total"]): void {
  if (pdf.y + TOTAL_HEIGHT > BOTTOM) pdf.addPage();
  const y = pdf.y + 8;
  pdf.font("bold").fontSize(12).fillColor(INK);
  pdf.text(words, MARGIN, y, { width: RIGHT - MARGIN - TOTAL_WIDTH - 10 });
  pdf.text(amount, RIGHT - TOTAL_WIDTH, y, { width: TOTAL_WIDTH, align: "right", lineBreak: false });
  const width = pdf.widthOfString(amount);
  for (const offset of [17, 19.5]) {
    pdf
      .moveTo(RIGHT - width, y + offset)
      .lineTo(RIGHT, y + offset)
      .lineWidth(0.8)
      .stroke(INK);
  }
  pdf.x = MARGIN;
  pdf.y = y + 36;
}

const CODE_WIDTH = 100;
const NAME_WIDTH = 110;

/** Draws the details of a transfer, with the code for bank apps beside them. */
function drawTransfer(pdf: Pdf, { title, facts, paragraphs, epc }: PdfTransfer): void {
  // Room for the title, the code, and the caption below it.
  if (pdf.y + CODE_WIDTH + 60 > BOTTOM) pdf.addPage();
  pdf.moveDown(1).font("bold").fontSize(11).fillColor(INK).text(title).moveDown(0.5);
  const top = pdf.y;
  const width = RIGHT - MARGIN - (epc ? CODE_WIDTH + 2 * GAP : 0);
  pdf.fontSize(9);
  for (const { name, shown } of facts) {
    const { y } = pdf;
    pdf
      .font("regular")
      .fillColor(FAINT)
      .text(name, MARGIN, y, { width: NAME_WIDTH - GAP });
    const belowName = pdf.y;
    pdf.fillColor(INK).text(shown, MARGIN + NAME_WIDTH, y, { width: width - NAME_WIDTH });
    pdf.y = Math.max(pdf.y, belowName) + 3;
  }
  pdf.moveDown(0.5).fillColor(FAINT);
  for (const paragraph of paragraphs) pdf.text(paragraph, MARGIN, pdf.y, { width }).moveDown(0.5);
  const belowText = pdf.y;
  if (epc) {
    const isSwiss = false;
    drawCode(pdf, modulesOf(epc.text, isSwiss) ?? [], RIGHT - CODE_WIDTH, top);
    pdf.fontSize(7).text(epc.words, RIGHT - CODE_WIDTH, top + CODE_WIDTH + 4, { width: CODE_WIDTH, align: "center" });
  }
  pdf.x = MARGIN;
  pdf.y = Math.max(belowText, pdf.y) + 8;
}

/** Draws the code square by square. It needs no margin of its own, because the page around it is white. */
function drawCode(pdf: Pdf, modules: boolean[][], left: number, top: number): void {
  const side = CODE_WIDTH / modules.length;
  for (const [row, squares] of modules.entries())
    for (const [column, isDark] of squares.entries()) if (isDark) pdf.rect(left + column * side, top + row * side, side, side);
  pdf.fill("#000000").fillColor(FAINT);
}

/** Draws the payment part and receipt of a QR-bill at the end of the last page, or on a further page; in English for Dutch readers, because the standard has no Dutch texts. */
function drawSwissBill(
  pdf: Pdf,
  { iban, creditor, debtor, amountCents, reference, message }: SwissBill,
  locale: PdfContents["locale"],
): void {
  const addressOf = (address: SwissBill["creditor"]) => ({
    name: address.name,
    address: address.street,
    buildingNumber: address.houseNumber,
    zip: address.zipcode,
    city: address.city,
    country: address.country,
  });
  const data = {
    creditor: { ...addressOf(creditor), account: iban },
    ...(debtor && { debtor: addressOf(debtor) }),
    currency: "CHF",
    amount: amountCents / 100,
    reference,
    message,
  } as const;
  const language = locale === "nl" ? "EN" : ({ de: "DE", en: "EN", fr: "FR", it: "IT" } as const)[locale];
  pdf.fillColor("#000000");
  new SwissQRBill(data, { language }).attachTo(pdf);
}

function drawRemarks(pdf: Pdf, paragraphs: string[]): void {
  pdf.font("regular").fontSize(10);
  for (const paragraph of paragraphs) pdf.text(paragraph).moveDown(0.5);
}
