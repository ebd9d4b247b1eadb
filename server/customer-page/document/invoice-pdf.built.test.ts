import { expect, test } from "vitest";
import { invoicePdf } from "./invoice-pdf";
import type { PdfContents } from "./pdf-contents";

const contents: PdfContents = {
  locale: "en",
  title: "Membership for Ada Brandsma",
  company: "Rowing Club Northbank",
  createdAt: new Date("2026-11-22T12:00:00Z"),
  sender: ["7 River Lane", "London SW13 0AA"],
  recipient: { label: "Billed to", lines: ["Ada Brandsma"] },
  facts: ["Invoice 100000001"],
  columns: { description: "Description", date: "Date", amount: "Amount" },
  rows: [{ description: "Membership", date: "22 November 2026", amount: "€45.00" }],
  total: { words: "Amount due", amount: "€45.00" },
  transfer: null,
  remarks: [],
};

/** Invoices that take seconds to draw, each with different contents. */
const longInvoice = (number: number): PdfContents => ({
  ...contents,
  facts: [`Invoice ${number}`],
  rows: Array.from({ length: 1_000 }, (_, row) => ({
    description: `${row} ${"word ".repeat(180)}`,
    date: "22 November 2026",
    amount: "€1.00",
  })),
});

test("a PDF is drawn in another thread, and only once for the same contents", async () => {
  const [first, second] = await Promise.all([invoicePdf(contents), invoicePdf({ ...contents, createdAt: new Date() })]);
  expect(Buffer.from(first).subarray(0, 5).toString()).toBe("%PDF-");
  expect(second).toBe(first);
  expect(await invoicePdf(contents)).toBe(first);
  expect(await invoicePdf({ ...contents, total: { ...contents.total, amount: "€40.00" } })).not.toBe(first);
});

test("while a long invoice is drawn, the rest of the process does not wait", { timeout: 60_000 }, async () => {
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  await invoicePdf(longInvoice(0));
  clearInterval(turning);
  // If this thread drew the PDF, the event loop would not turn.
  expect(turns).toBeGreaterThan(20);
});
