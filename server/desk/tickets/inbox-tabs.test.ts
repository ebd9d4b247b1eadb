import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { countSupportConversations } from "@/server/desk/support/count-support-conversations";
import { type InboxTab, inboxTabOf, inboxTabs } from "@/server/domain/rules/inbox-tabs";
import { describeCompany } from "@/server/tenancy/companies/describe-company";
import { type GivenPartner, givenCompany, givenInvoice, givenPartner, givenTicket } from "@/server/testing/given";
import { givenSupporter } from "@/server/testing/given-person";
import { assignToSupport } from "./assign-to-support";
import { countConversations } from "./count-conversations";
import { getConversation } from "./get-conversation";
import { handBack } from "./hand-back";
import { listConversations } from "./list-conversations";
import type { Narrowing } from "./narrow-conversations";

const holds = async (partner: GivenPartner, tab: InboxTab, filter: Narrowing & { companyId?: string } = {}) =>
  (await listConversations(db, partner.actor, { status: tab, pageSize: 100, ...filter })).entries.map(({ invoiceId }) => invoiceId);

describe("a conversation with support", () => {
  async function given() {
    const partner = await givenPartner();
    const company = await givenCompany(partner);
    const invoice = await givenInvoice(partner, { company });
    await givenTicket(invoice);
    await assignToSupport(db, partner.actor, invoice.id);
    return { partner, company, invoice };
  }

  test("waits for support and not for the partner: it has a tab of its own, and counts in no other", async () => {
    const { partner, company, invoice } = await given();
    expect(await holds(partner, "with_support")).toEqual([invoice.id]);
    expect(await holds(partner, "unanswered")).toEqual([]);
    expect(await countConversations(db, partner.actor)).toEqual({ unanswered: 0, with_support: 1, answered: 0 });
    expect(await describeCompany(db, partner.actor, company.id)).toMatchObject({ unansweredCount: 0 });
  });

  test("still counts as work for support", async () => {
    const supporter = await givenSupporter();
    const { unanswered } = await countSupportConversations(db, supporter);
    await given();
    expect((await countSupportConversations(db, supporter)).unanswered).toBe(unanswered + 1);
  });

  test("waits for the partner again once support hands it back", async () => {
    const { partner, company, invoice } = await given();
    await handBack(db, partner.actor, invoice.id);
    expect(await holds(partner, "unanswered")).toEqual([invoice.id]);
    expect(await countConversations(db, partner.actor)).toEqual({ unanswered: 1, with_support: 0, answered: 0 });
    expect(await describeCompany(db, partner.actor, company.id)).toMatchObject({ unansweredCount: 1 });
  });

  test("is sorted by its time of assignment, longest first, even without messages", async () => {
    const partner = await givenPartner();
    const [late, silent, early] = await Promise.all([givenInvoice(partner), givenInvoice(partner), givenInvoice(partner)]);
    for (const invoice of [late, early]) await givenTicket(invoice);
    for (const [hours, { id }] of [[1, late] as const, [2, silent] as const, [3, early] as const])
      await assignToSupport(db, { ...partner.actor, clockOffsetMs: -hours * 3_600_000 }, id);
    expect(await holds(partner, "with_support")).toEqual([early.id, silent.id, late.id]);
    expect(await holds(partner, "with_support", { order: "newest" })).toEqual([late.id, silent.id, early.id]);
  });
});

/** Statuses in an order that events can produce: an archiving leaves no ticket open. */
const said = fc
  .tuple(
    fc.array(fc.constant("archived" as const), { maxLength: 2 }),
    fc.array(fc.constantFrom("unanswered" as const, "answered" as const), { maxLength: 3 }),
  )
  .map(([closed, open]) => [...closed, ...open]);
const conversations = fc.array(fc.record({ said, isAssigned: fc.boolean(), isElsewhere: fc.boolean() }), { minLength: 1, maxLength: 8 });

test("each conversation is listed and counted in the tab given by `inboxTabOf`, and in no other, filtered or not", async () => {
  await fc.assert(
    fc.asyncProperty(conversations, async (all) => {
      const partner = await givenPartner();
      const [here, elsewhere] = [await givenCompany(partner), await givenCompany(partner)];
      const ruled: { tab: InboxTab | null; companyId: string; invoiceId: string }[] = [];
      for (const { said, isAssigned, isElsewhere } of all) {
        const invoice = await givenInvoice(partner, { company: isElsewhere ? elsewhere : here });
        for (const status of said) await givenTicket(invoice, { status });
        if (isAssigned) await assignToSupport(db, partner.actor, invoice.id);
        const tab = inboxTabOf(await getConversation(db, partner.actor, invoice.id));
        ruled.push({ tab, companyId: invoice.companyId, invoiceId: invoice.id });
      }
      const filters = [{}, { companyId: here.id }, { search: "Brandsma" }, { search: "Brandsma", companyId: elsewhere.id }];
      for (const filter of filters) {
        const counts = await countConversations(db, partner.actor, filter);
        for (const tab of inboxTabs) {
          const own = ruled.filter((one) => one.tab === tab && (filter.companyId ?? one.companyId) === one.companyId);
          expect((await holds(partner, tab, filter)).sort()).toEqual(own.map(({ invoiceId }) => invoiceId).sort());
          if (counts[tab] !== undefined) expect(counts[tab], tab).toBe(own.length);
        }
      }
    }),
    { numRuns: 10 },
  );
});
