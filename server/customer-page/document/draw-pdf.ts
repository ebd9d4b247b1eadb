import { readFileSync } from "node:fs";
import { join } from "node:path";
import PDFDocument from "pdfkit";
import type { PdfContents, PdfRow } from "./pdf-contents";

// Brought along, because the fonts that are in every reader know neither all names nor a real minus. Read once per thread.
const FONTS = join(process.cwd(), "node_modules/dejavu-fonts-ttf/ttf");
const regular = readFileSync(join(FONTS, "DejaVuSans.ttf"));
const bold = readFileSync(join(FONTS, "DejaVuSans-Bold.ttf"));

const MARGIN = 56;
const AMOUNT_WIDTH = 96;
const DATE_WIDTH = 92;
const GAP = 12;
/** Of A4, in points. */
const RIGHT = 595.28 - MARGIN;
const BOTTOM = 841.89 - MARGIN;
const INK = "#15201e";
const FAINT = "#5e6b68";
const LINE = "#dbe3e1";

type Pdf = InstanceType<typeof PDFDocument>;

/** Draws an invoice on A4. Takes up to seconds for a long one, so it runs in a thread of its own: see `invoice-pdf.ts`. */
export default async function drawPdf(contents: PdfContents): Promise<Uint8Array> {
  const { locale, title, company, createdAt, facts, columns, rows, total, retraction } = contents;
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
  pdf.moveDown(2).fontSize(15).text(title);
  pdf.moveDown(0.5).font("regular").fontSize(9).fillColor(FAINT).text(facts).moveDown(2);
  drawRow(pdf.font("bold").fontSize(8).fillColor(FAINT), columns, INK);
  pdf.font("regular").fontSize(10).fillColor(INK);
  for (const row of rows) drawRow(pdf, row, LINE);
  drawTotal(pdf, total);
  drawRetraction(pdf, retraction);
  pdf.end();
  return done;
}

async function collect(pdf: Pdf): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for await (const piece of pdf) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Descriptions of several lines make their row higher; a row is never torn by the end of a page. */
function drawRow(pdf: Pdf, { description, date, amount }: PdfRow, rule: string): void {
  const width = RIGHT - MARGIN - AMOUNT_WIDTH - DATE_WIDTH - 2 * GAP;
  const height = pdf.heightOfString(description, { width });
  if (pdf.y + height + GAP > BOTTOM) pdf.addPage();
  const { y } = pdf;
  pdf.text(description, MARGIN, y, { width });
  pdf.text(date, MARGIN + width + GAP, y, { width: DATE_WIDTH, lineBreak: false });
  pdf.text(amount, RIGHT - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: "right", lineBreak: false });
  drawRule(pdf, y + height + 4, rule);
  pdf.x = MARGIN;
  pdf.y = y + height + 10;
}

function drawRule(pdf: Pdf, y: number, color: string): void {
  pdf.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.5).stroke(color);
}

/** The figure, on its double rule. */
function drawTotal(pdf: Pdf, { words, amount }: PdfContents["total"]): void {
  if (pdf.y + 60 > BOTTOM) pdf.addPage();
  const y = pdf.y + 8;
  pdf.font("bold").fontSize(12).fillColor(INK);
  pdf.text(words, MARGIN, y, { width: RIGHT - MARGIN - 180 });
  pdf.text(amount, RIGHT - 170, y, { width: 170, align: "right", lineBreak: false });
  const width = pdf.widthOfString(amount);
  for (const below of [17, 19.5]) {
    pdf
      .moveTo(RIGHT - width, y + below)
      .lineTo(RIGHT, y + below)
      .lineWidth(0.8)
      .stroke(INK);
  }
  pdf.x = MARGIN;
  pdf.y = y + 36;
}

function drawRetraction(pdf: Pdf, paragraphs: string[]): void {
  pdf.font("regular").fontSize(10);
  for (const paragraph of paragraphs) pdf.text(paragraph).moveDown(0.5);
}
