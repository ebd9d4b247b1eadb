import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import type { Company } from "@/db/schema/companies";
import { holds } from "@/db/schema/holds";
import type { Actor } from "@/server/actor";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { type InboxTab, inboxTabs } from "@/server/domain/rules/inbox-tabs";
import { newId } from "@/server/platform/id";
import { type GivenPartner, givenCompany, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { addNote } from "./add-note";
import { archiveTickets } from "./archive-tickets";
import { assignToSupport } from "./assign-to-support";
import type { ConversationCursor, ListedConversation } from "./conversation";
import { countConversations } from "./count-conversations";
import { createTicket } from "./create-ticket";
import { holdReply } from "./hold-reply";
import { listConversations } from "./list-conversations";
import type { Narrowing } from "./narrow-conversations";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function idsOf(actor: Actor, status: InboxTab, companyId?: string): Promise<string[]> {
  const { entries } = await listConversations(db, actor, { status, companyId, pageSize: 100 });
  return entries.map(({ invoiceId }) => invoiceId);
}

/** A conversation about a new invoice, from pairs of a sender and the number of minutes since they wrote. */
async function givenConversation(
  partner: GivenPartner,
  company: Company,
  ...said: ["customer" | "company", number][]
): Promise<InvoiceDetails> {
  const invoice = await givenInvoice(partner, { company });
  for (const [sender, minutes] of said) {
    if (sender === "customer") await givenTicket(invoice, { createdAt: minutesAgo(minutes), message: `asked ${minutes}` });
    else await createTicket(db, { ...partner.actor, clockOffsetMs: -minutes * 60_000 }, invoice.id, { message: `answered ${minutes}` });
  }
  return invoice;
}

/** Some conversations of each status, in two companies. */
async function given() {
  const partner = await givenPartner();
  const [north, south] = [await givenCompany(partner), await givenCompany(partner, { name: "Tennis Club Southbank" })];
  const recent = await givenConversation(partner, north, ["customer", 5]);
  const oldest = await givenConversation(partner, south, ["customer", 90], ["company", 80], ["customer", 60], ["customer", 2]);
  const middle = await givenConversation(partner, north, ["customer", 30]);
  const answeredEarly = await givenConversation(partner, north, ["customer", 300], ["company", 200]);
  const answeredLate = await givenConversation(partner, south, ["customer", 400], ["company", 100], ["company", 50]);
  const archived = await givenConversation(partner, north, ["customer", 500], ["company", 450]);
  await archiveTickets(db, partner.actor, archived.id);
  const reopened = await givenConversation(partner, south, ["customer", 600]);
  await archiveTickets(db, partner.actor, reopened.id);
  await createTicket(db, partner.actor, reopened.id, { message: "By the way" });
  await givenInvoice(partner, { company: north });
  return { partner, north, south, recent, oldest, middle, answeredEarly, answeredLate, archived, reopened };
}

describe("the inbox", () => {
  test("lists each conversation in one tab, longest waiting first or newest message first", async () => {
    const { partner, recent, oldest, middle, answeredEarly, answeredLate, archived, reopened } = await given();

    expect(await idsOf(partner.actor, "unanswered")).toEqual([oldest.id, middle.id, recent.id]);
    expect(await idsOf(partner.actor, "answered")).toEqual([reopened.id, answeredLate.id, answeredEarly.id]);
    expect(await idsOf(partner.actor, "archived")).toEqual([archived.id]);
    expect(await countConversations(db, partner.actor)).toEqual({ unanswered: 3, with_support: 0, answered: 3 });
  });

  test("lists an archived conversation again when the customer writes", async () => {
    const { partner, archived } = await given();
    await givenTicket(archived);

    expect(await idsOf(partner.actor, "archived")).toEqual([]);
    expect((await idsOf(partner.actor, "unanswered")).at(-1)).toBe(archived.id);
  });

  test("lists a conversation as unanswered while any question in it is, even before an answer", async () => {
    const { partner, north } = await given();
    const invoice = await givenConversation(partner, north, ["customer", 700]);
    await givenTicket(invoice, { sender: "company", status: "answered", message: "written before the question was read" });

    expect((await idsOf(partner.actor, "unanswered"))[0]).toBe(invoice.id);
    expect(await idsOf(partner.actor, "answered")).not.toContain(invoice.id);
    expect(await countConversations(db, partner.actor)).toMatchObject({ unanswered: 4, answered: 3 });
  });

  test("shows what identifies a conversation", async () => {
    const partner = await givenPartner();
    const company = await givenCompany(partner);
    const { actor } = await givenMember(partner);
    const invoice = await givenInvoice(partner, { company, invoice: { locale: "de", customerInfix: "van" } });
    const first = await givenTicket(invoice, { createdAt: minutesAgo(10) });
    const last = await givenTicket(invoice, { message: `May I\n\n  pay ${"x".repeat(500)}`, createdAt: minutesAgo(9) });
    await assignToSupport(db, actor, invoice.id);
    const row = async () => (await listConversations(db, actor, { status: "with_support", pageSize: 10 })).entries[0];

    expect(await row()).toEqual({
      invoiceId: invoice.id,
      invoiceNumber: invoice.invoiceNumber,
      customerName: "Ada van Brandsma",
      companyId: company.id,
      companyName: company.name,
      locale: "de",
      status: "unanswered",
      lastMessage: { snippet: expect.stringMatching(/^May I pay x+$/), sender: "customer", at: last.createdAt },
      waitingSince: first.createdAt,
      assignedToSupportAt: expect.any(Date),
      isObjected: false,
      isReplyLost: false,
      isReplyHeld: false,
      hasDraft: false,
      isSandbox: false,
    } satisfies ListedConversation);
    expect((await row())?.lastMessage?.snippet).toHaveLength(200);
    await holdReply(db, actor, invoice.id, { message: "Yes", sender: "company", thenArchive: false });
    expect(await row()).toMatchObject({ isReplyHeld: true });
  });

  test("marks customers who object, until staff decide", async () => {
    const { partner, recent } = await given();
    const marked = async () =>
      (await listConversations(db, partner.actor, { status: "unanswered", pageSize: 10 })).entries
        .filter(({ isObjected }) => isObjected)
        .map(({ invoiceId }) => invoiceId);
    await db
      .insert(holds)
      .values({ partnerId: partner.id, id: newId(), invoiceId: recent.id, kind: "objected", reason: "Too much", createdAt: new Date() });
    expect(await marked()).toEqual([recent.id]);
    await db.update(holds).set({ endedAt: new Date() }).where(eq(holds.invoiceId, recent.id));
    expect(await marked()).toEqual([]);
  });

  test("counts the matches of a search in every tab, including archived conversations", async () => {
    const { partner, south, archived } = await given();
    const narrowings: (Narrowing & { companyId?: string })[] = [
      { search: String(archived.invoiceNumber) },
      { search: "Brandsma" },
      { language: "de" },
      { mine: true },
      { search: "Brandsma", companyId: south.id },
      { search: "nobody of this name" },
    ];
    for (const narrowing of narrowings) {
      const listed = await Promise.all(
        inboxTabs.map(
          async (status) => (await listConversations(db, partner.actor, { status, pageSize: 100, ...narrowing })).entries.length,
        ),
      );
      const counts = await countConversations(db, partner.actor, narrowing);
      expect(
        inboxTabs.map((tab) => counts[tab]),
        JSON.stringify(narrowing),
      ).toEqual(listed);
    }
    expect(await countConversations(db, partner.actor, { search: String(archived.invoiceNumber) })).toEqual({
      unanswered: 0,
      with_support: 0,
      answered: 0,
      archived: 1,
    });
  });

  test("can be read page by page, each conversation once, in the same order", async () => {
    const { partner, south } = await given();
    for (let minutes = 10; minutes < 15; minutes += 1) await givenConversation(partner, south, ["customer", 20]);

    for (const status of inboxTabs) {
      for (const companyId of [undefined, south.id]) {
        const whole = await idsOf(partner.actor, status, companyId);
        expect(await walk(partner.actor, status, companyId)).toEqual(whole);
      }
    }
  });

  test("has no cursor on its last page, even if that is full", async () => {
    const { partner } = await given();
    const page = (pageSize: number) => listConversations(db, partner.actor, { status: "unanswered", pageSize });

    expect((await page(3)).nextCursor).toBeNull();
    expect((await page(2)).nextCursor).not.toBeNull();
  });
});

async function walk(actor: Actor, status: InboxTab, companyId: string | undefined): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: ConversationCursor | null | undefined; cursor !== null; ) {
    const page = await listConversations(db, actor, { status, companyId, pageSize: 2, cursor });
    seen.push(...page.entries.map(({ invoiceId }) => invoiceId));
    cursor = page.nextCursor;
  }
  return seen;
}

describe("nothing is listed or counted", () => {
  test("of companies other than the requested one", async () => {
    const { partner, north, south, oldest, answeredLate, reopened } = await given();

    expect(await idsOf(partner.actor, "unanswered", south.id)).toEqual([oldest.id]);
    expect(await idsOf(partner.actor, "answered", south.id)).toEqual([reopened.id, answeredLate.id]);
    expect(await idsOf(partner.actor, "archived", south.id)).toEqual([]);
    expect(await countConversations(db, partner.actor, { companyId: south.id })).toEqual({ unanswered: 1, with_support: 0, answered: 2 });
    expect(await countConversations(db, partner.actor, { companyId: north.id })).toEqual({ unanswered: 2, with_support: 0, answered: 1 });
  });

  test("of companies that the reader may not see, even on request", async () => {
    const { partner, north, south, recent, middle } = await given();
    const { actor } = await givenMember(partner, { companyIds: [north.id] });

    expect(await idsOf(actor, "unanswered")).toEqual([middle.id, recent.id]);
    expect(await countConversations(db, actor)).toEqual({ unanswered: 2, with_support: 0, answered: 1 });
    await expectNothing(actor, south.id);
    await expectNothing({ ...actor, companyIds: [] });
  });

  test("of another partner, whose company does not exist for the reader", async () => {
    const { south } = await given();
    const stranger = await givenPartner();

    await expectNothing(stranger.actor);
    await expectNothing(stranger.actor, south.id);
    await expectNothing(stranger.actor, newId());
  });

  async function expectNothing(actor: Actor, companyId?: string): Promise<void> {
    for (const status of inboxTabs) expect(await idsOf(actor, status, companyId)).toEqual([]);
    expect(await countConversations(db, actor, { companyId })).toEqual({ unanswered: 0, with_support: 0, answered: 0 });
  }
});

describe("the inbox can be filtered by", () => {
  async function givenSome() {
    const partner = await givenPartner();
    const company = await givenCompany(partner);
    const dutch = await givenInvoice(partner, { company, invoice: { customerLastName: "Featherstonehaugh", locale: "nl" } });
    const german = await givenInvoice(partner, { company, invoice: { customerLastName: "Zwingli", locale: "de" } });
    for (const [index, invoice] of [dutch, german].entries()) await givenTicket(invoice, { createdAt: minutesAgo(60 - index) });
    const found = async (narrowing: Narrowing, actor: Actor = partner.actor) => {
      const { entries } = await listConversations(db, actor, { status: "unanswered", pageSize: 100, ...narrowing });
      return entries.map(({ customerName }) => customerName.split(" ").at(-1));
    };
    return { partner, dutch, german, found };
  }

  test("part of the customer's name, number or address", async () => {
    const { found, german, partner } = await givenSome();
    expect(await found({ search: "feather" })).toEqual(["Featherstonehaugh"]);
    expect(await found({ search: String(german.invoiceNumber) })).toEqual(["Zwingli"]);
    expect(await found({ search: "zw" })).toEqual(["Zwingli"]);
    expect(await found({ search: "nobody" })).toEqual([]);
    expect(await found({ search: "feather" }, (await givenPartner()).actor)).toEqual([]);
    expect(await found({ search: "feather" }, { ...partner.actor, companyIds: [] })).toEqual([]);
  });

  test("language, in both orders", async () => {
    const { found } = await givenSome();
    expect(await found({ language: "de" })).toEqual(["Zwingli"]);
    expect(await found({ order: "newest" })).toEqual(["Zwingli", "Featherstonehaugh"]);
    expect(await found({ order: "oldest" })).toEqual(["Featherstonehaugh", "Zwingli"]);
  });

  test("the reader's own replies and notes", async () => {
    const { partner, found, german } = await givenSome();
    const { actor } = await givenMember(partner);
    await addNote(db, actor, german.id, { text: "I call them" });
    expect(await found({ mine: true }, actor)).toEqual(["Zwingli"]);
    expect(await found({ mine: true }, (await givenMember(partner)).actor)).toEqual([]);
  });

  test("page by page, in both orders", async () => {
    const { partner, found } = await givenSome();
    const first = await listConversations(db, partner.actor, { status: "unanswered", pageSize: 1, order: "newest" });
    const second = await listConversations(db, partner.actor, {
      status: "unanswered",
      pageSize: 1,
      order: "newest",
      cursor: first.nextCursor,
    });
    expect([...first.entries, ...second.entries].map(({ customerName }) => customerName.split(" ").at(-1))).toEqual(
      await found({ order: "newest" }),
    );
  });
});
