import { join } from "node:path";
import PDFDocument from "pdfkit";
import type { CustomerInvoice } from "@/server/customer-page/describe-for-customer";
import { type Reading, stateOfAccount, titleOf, wordingOf } from "./reading";

// Brought along, because the fonts that are in every reader know neither all names nor a real minus.
const FONTS = join(process.cwd(), "node_modules/dejavu-fonts-ttf/ttf");

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

/** The invoice as the customer's page shows it, on paper: whose it is, its lines, what was paid, what is outstanding. */
export async function invoicePdf(described: Pick<CustomerInvoice, "invoice">, reading: Reading): Promise<Buffer> {
  const { invoice } = described;
  const { say, locale } = reading;
  const title = titleOf(invoice, say);
  const pdf = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    lang: locale,
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: invoice.companyName, CreationDate: invoice.now },
  });
  pdf.registerFont("regular", join(FONTS, "DejaVuSans.ttf")).registerFont("bold", join(FONTS, "DejaVuSans-Bold.ttf"));
  const done = collect(pdf);

  drawHead(pdf, invoice, reading, title);
  drawLines(pdf, invoice, reading);
  drawTotal(pdf, invoice, reading);
  if (invoice.retractedAt) drawRetraction(pdf, invoice, reading, invoice.retractedAt);
  pdf.end();
  return done;
}

async function collect(pdf: Pdf): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of pdf) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function drawHead(pdf: Pdf, invoice: CustomerInvoice["invoice"], { say, date }: Reading, title: string): void {
  pdf.font("bold").fontSize(11).fillColor(INK).text(invoice.companyName);
  pdf.moveDown(2).fontSize(15).text(title);
  const facts = [
    say("invoice", { number: String(invoice.invoiceNumber) }),
    invoice.transmittedAt && say("sent", { date: date(invoice.transmittedAt) }),
    say("pdf.asOf", { date: date(invoice.now) }),
  ];
  pdf.moveDown(0.5).font("regular").fontSize(9).fillColor(FAINT).text(facts.filter(Boolean).join(" · ")).moveDown(2);
}

function drawLines(pdf: Pdf, invoice: CustomerInvoice["invoice"], { say, money, date }: Reading): void {
  drawRow(pdf.font("bold").fontSize(8).fillColor(FAINT), say("pdf.description"), say("pdf.date"), say("pdf.amount"), INK);
  pdf.font("regular").fontSize(10).fillColor(INK);
  for (const line of invoice.lines) drawRow(pdf, wordingOf(line, say), date(line.date, "date"), money(line.amountCents), LINE);
}

/** Descriptions of several lines make their row higher; a row is never torn by the end of a page. */
function drawRow(pdf: Pdf, description: string, date: string, amount: string, rule: string): void {
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
function drawTotal(pdf: Pdf, invoice: CustomerInvoice["invoice"], { say, money }: Reading): void {
  if (pdf.y + 60 > BOTTOM) pdf.addPage();
  const y = pdf.y + 8;
  const amount = money(Math.abs(invoice.account.outstandingCents));
  pdf.font("bold").fontSize(12).fillColor(INK);
  pdf.text(stateOfAccount(invoice, say), MARGIN, y, { width: RIGHT - MARGIN - 180 });
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

function drawRetraction(pdf: Pdf, invoice: CustomerInvoice["invoice"], { say, date }: Reading, retractedAt: Date): void {
  const reason = invoice.showRetractionReasonToCustomer && invoice.retractionReason;
  pdf
    .font("regular")
    .fontSize(10)
    .text(`${say("retracted.title", { date: date(retractedAt) })} ${say("retracted.body")}`);
  if (reason) pdf.moveDown(0.5).text(say("retracted.reason", { reason }));
}
