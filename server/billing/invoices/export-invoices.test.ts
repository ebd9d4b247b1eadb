import { text } from "node:stream/consumers";
import { and, asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { securityEvents } from "@/db/schema/security-events";
import type { Actor } from "@/server/actor";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { givenCompany, givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { beginExport, type ExportWords, exportColumns, exportInvoices, type InvoiceExport } from "./export-invoices";

const words: ExportWords = {
  headers: Object.fromEntries(exportColumns.map((column) => [column, `The ${column}`])) as ExportWords["headers"],
  states: { not_transmitted: "Niet verzonden", transmitted: "Verzonden", payment_in_progress: "Betaling loopt", retracted: "Ingetrokken" },
  facts: { paid: "Betaald", to_refund: "Terug te betalen", outstanding: "Openstaand" },
};

/** The complete file. */
const fileOf = (actor: Actor, wanted: Partial<InvoiceExport> = {}) =>
  text(exportInvoices(db, actor, { filter: {}, ids: null, locale: "nl", words, ...wanted }));

const linesOf = async (actor: Actor, wanted: Partial<InvoiceExport> = {}) => (await fileOf(actor, wanted)).trimEnd().split("\r\n");

test("the file contains what the list shows, in the reader's words and number format", async () => {
  const partner = await givenPartner();
  const company = await givenCompany(partner, { name: "TV De Lindeboom" });
  const into = await givenImport(partner, { company, title: "Najaar" });
  const later = { ...partner, actor: { ...partner.actor, clockOffsetMs: Date.parse("2030-01-14T23:30:00Z") - Date.now() } };
  const invoice = await givenInvoice(later, {
    import: into,
    transmitted: true,
    amountCents: 125_050,
    invoice: { externalInvoiceNumber: "=7", reference: "R-1", customerEmail: "ada@members.example" },
    events: [{ type: "PAYMENT-LINE", paymentMethod: "ideal", amountCents: -130_000 }],
  });

  expect(await linesOf(partner.actor)).toEqual([
    `\uFEFF${exportColumns.map((column) => `"The ${column}"`).join(";")}`,
    [
      invoice.invoiceNumber,
      `"'=7"`,
      `"R-1"`,
      `"Ada Brandsma"`,
      `"ada@members.example"`,
      `"TV De Lindeboom"`,
      `"Najaar"`,
      `"Verzonden"`,
      `"Terug te betalen"`,
      `"2030-01-15"`,
      `"2030-01-15"`,
      `"2030-01-29"`,
      "",
      "",
      `"EUR"`,
      "1250,50",
      "-49,50",
      125_050,
      -4_950,
      `"${invoice.id}"`,
    ].join(";"),
  ]);
});

test("an overdue invoice states since when", async () => {
  const partner = await givenPartner();
  await givenInvoice({ ...partner, actor: { ...partner.actor, clockOffsetMs: -20 * DAY_MS } }, { transmitted: true });
  const [head = "", row = ""] = await linesOf(partner.actor);
  const place = head.split(";").indexOf(`"The daysOverdue"`);
  expect(row.split(";").slice(place - 1, place + 1)).toEqual([`"${addDays(dayAt(new Date()), -6)}"`, "6"]);
});

test("only matching invoices are in the file, and of those only the chosen ones", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const [ada, bea, foreign] = [
    await givenInvoice(partner, { import: into }),
    await givenInvoice(partner, { import: into, invoice: { customerFirstName: "Bea" } }),
    await givenInvoice(await givenPartner()),
  ];
  const idsIn = async (wanted: Partial<InvoiceExport>) =>
    (await linesOf(partner.actor, wanted)).slice(1).map((line) => line.slice(-41, -1));

  expect(await idsIn({})).toEqual([bea.id, ada.id]);
  expect(await idsIn({ filter: { search: "bea" } })).toEqual([bea.id]);
  expect(await idsIn({ ids: [ada.id, foreign.id] })).toEqual([ada.id]);
  expect(await idsIn({ ids: [ada.id], filter: { search: "bea" } })).toEqual([]);
  expect(await idsIn({ ids: [] })).toEqual([]);
});

test("the file comes in pieces, with each invoice once, even if others are added and deleted at the same time", async () => {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const before = await Promise.all(times(501, () => givenInvoice(partner, { import: into })));

  const file = exportInvoices(db, partner.actor, { filter: {}, ids: null, locale: "en", words });
  const pieces = [(await file.next()).value, (await file.next()).value];
  await givenInvoice(partner, { import: into });
  const open = await db.execute(sql`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`);
  for await (const piece of file) pieces.push(piece);

  expect(open).toHaveLength(0);
  expect(pieces).toHaveLength(3);
  const ids = pieces.slice(1).flatMap((piece) => [...String(piece).matchAll(/"([0-9a-f]{40})"/g)].map(([, id]) => id));
  expect(ids).toEqual(before.sort((a, b) => b.invoiceNumber - a.invoiceNumber).map(({ id }) => id));
});

test("the security log says whether all invoices were exported, also with the portal's filter, whose absent fields are null", async () => {
  const { actor } = await givenPartner();
  const filter = { search: null, fact: null, companyIds: null, importId: null, amount: null, period: null };
  await beginExport(db, actor, { filter, ids: null, locale: "nl", words });
  await beginExport(db, actor, { filter: { ...filter, search: "Ada" }, ids: null, locale: "nl", words });
  const events = await db
    .select({ after: securityEvents.after })
    .from(securityEvents)
    .where(and(eq(securityEvents.partnerId, actor.partnerId), eq(securityEvents.kind, "invoices_exported")))
    .orderBy(asc(securityEvents.id));
  expect(events.map(({ after }) => after)).toEqual([
    { all: true, chosen: null },
    { all: false, chosen: null },
  ]);
});
