import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { rollupStates } from "@/db/schema/rollups";
import { presentCollection } from "@/server/api/collection";
import { presentImportCollection } from "@/server/api/import-collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { describeImportCollection } from "@/server/billing/collection/describe-import-collection";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { joinHousehold } from "@/server/billing/households/change-household";
import { getHome } from "@/server/desk/home/get-home";
import { DAY_MS } from "@/server/domain/formats/time";
import { sendAgain } from "@/server/messages/send-again";
import type { GivenPartner } from "@/server/testing/given";
import { givenPayment } from "@/server/testing/given";
import { collectionOf, givenCollected } from "@/server/testing/given-collection";
import { correct, givenHouseholds, newAddress } from "@/server/testing/given-households";
import { answering, givenMailServer } from "@/server/testing/given-mail-server";
import { givenMember } from "@/server/testing/given-person";
import { countInvoicesByFact } from "./count-invoices-by-fact";
import { describeInvoice } from "./describe-invoice";
import { invoiceQuery } from "./invoice-filter";
import { listInvoices } from "./list-invoices";
import { updateInvoice } from "./update-invoice";

givenMailServer();

const mailbox = { kind: "mailbox" } as const;
const refusing = answering(async () => ({ state: "refused", failure: "550" }));
const silent = answering(async (handOver) =>
  (await handOver()) ? { state: "unknown", failure: "ETIMEDOUT" } : { state: "not_handed_over" },
);
const byPhone = { customerEmail: null, customerPhoneNumber: "+31201234567" };
const nothing = { notAsked: 0, overdue: 0, isOnRow: false, isOnRecord: false, atHome: 0, agedCents: 0, notAskedCents: 0 };

/** Returns how each page and figure presents the partner's one invoice sixty days later. */
async function saidOf({ id, actor }: Pick<GivenPartner, "id" | "actor">, invoiceId: string) {
  const later = { ...actor, clockOffsetMs: actor.clockOffsetMs + 60 * DAY_MS };
  await refreshRollups(db, { scope: { partnerId: id } });
  const counts = await countInvoicesByFact(db, later, {});
  for (const fact of ["not_asked", "overdue"] as const) {
    expect(await listInvoices(db, later, invoiceQuery.parse({ fact }))).toHaveLength(counts[fact]);
  }
  const [row] = await listInvoices(db, later, invoiceQuery.parse({ search: invoiceId }));
  const record = await describeInvoice(db, later, invoiceId);
  const home = await getHome(db, later);
  const { ageing, overdue } = home.currencies[0] ?? {};
  const { notAskedCents = 0, notDueCents = 0, sumCents = 0 } = ageing?.total ?? {};
  expect(overdue?.invoices).toBe(counts.overdue);
  return {
    notAsked: counts.not_asked,
    overdue: counts.overdue,
    isOnRow: row?.isNotAsked && row.dueOn === null,
    isOnRecord: record.isNotAsked,
    atHome: home.needsMe.notAsked,
    agedCents: sumCents - notDueCents - notAskedCents,
    notAskedCents,
  };
}

const notAsked = { ...nothing, notAsked: 1, isOnRow: true, isOnRecord: true, atHome: 1, notAskedCents: 4_500 };
const overdue = { ...nothing, overdue: 1, agedCents: 4_500 };

describe("an invoice whose customer was never reached counts as not asked, and is never overdue", () => {
  test("if there is no address, until there is one and the request was sent", async () => {
    const { partner, invoice, collect } = await givenCollected({ isSandbox: true, invoice: byPhone });
    await collect(mailbox);
    expect(await saidOf(partner, invoice.id)).toEqual(notAsked);

    const { externalInvoiceNumber } = invoice;
    await updateInvoice(db, partner.actor, invoice.id, { externalInvoiceNumber, customerEmail: newAddress() });
    await collect(mailbox);

    expect(await saidOf(partner, invoice.id)).toEqual(overdue);
    // Removing the address later changes nothing.
    await updateInvoice(db, partner.actor, invoice.id, { externalInvoiceNumber, ...byPhone });
    expect(await saidOf(partner, invoice.id)).toEqual(overdue);
  });

  test("if the address was refused, until the message is sent again", async () => {
    const { partner, invoice, collect, outgoing } = await givenCollected();
    await collect(refusing);
    expect(await saidOf(partner, invoice.id)).toEqual(notAsked);

    const { actor } = await givenMember(partner);
    await sendAgain(db, actor, invoice.id, (await outgoing())[0]?.id ?? "");
    await collect(silent);

    expect(await saidOf(partner, invoice.id)).toEqual(overdue);
  });

  test("unless a message that may have arrived asked for it", async () => {
    const { partner, invoice, collect } = await givenCollected();
    await collect(silent);

    expect(await saidOf(partner, invoice.id)).toEqual(overdue);
  });

  test("unless the import sends no requests, because its customers are asked elsewhere", async () => {
    const { partner, invoice, collect } = await givenCollected({
      settings: { request1Day: null, request2Day: null },
      invoice: byPhone,
      isSandbox: true,
    });
    await collect(mailbox);

    expect(await saidOf(partner, invoice.id)).toEqual(overdue);
  });

  test("also in the interface: counted for its import, and without days overdue", async () => {
    const { partner, invoice } = await givenCollected({ isSandbox: true, invoice: byPhone });
    const later = { ...partner.actor, clockOffsetMs: 60 * DAY_MS };

    expect(presentCollection(await describeCollection(db, later, invoice.id))).toMatchObject({ not_asked: true, days_overdue: 0 });
    const { counts } = presentImportCollection(await describeImportCollection(db, later, invoice.importId));
    expect(counts).toMatchObject({ outstanding: 1, overdue: 0, not_asked: 1 });
  });

  test("but one that asks for nothing is neither: paid, credited to zero, or not transmitted", async () => {
    const { partner, invoice } = await givenCollected({ isSandbox: true, invoice: { ...byPhone, amountTotalCents: 0, lines: [zero] } });

    expect(await saidOf(partner, invoice.id)).toEqual(nothing);
  });
});

const zero = { id: null, amountCents: 0, description: "Membership", date: null };

describe("a household", () => {
  test("asks for members without an address; one who is taken out is not asked", async () => {
    const home = { customerZipcode: "1234 AB", customerAddress1: "Kade", customerHouseNumber: "5", customerCity: "Hoorn" };
    const together = await givenHouseholds([
      { ...home, customerEmail: newAddress() },
      { ...home, ...byPhone },
    ]);
    const { partner, at, households } = together;
    // No message was sent yet.
    await collectionOf(partner).decide();
    expect(await households()).toEqual([[1, 2]]);
    const factOf = async (index: number) => (await describeInvoice(db, partner.actor, at(index).id)).isNotAsked;
    const homeSays = async () => {
      await refreshRollups(db, { scope: { partnerId: partner.id } });
      return (await getHome(db, partner.actor)).currencies[0]?.ageing.total.notAskedCents;
    };
    expect([await factOf(0), await factOf(1), await homeSays()]).toEqual([false, false, 0]);

    await correct(together, 1, { ...home, customerHouseNumber: "77" });

    expect([await factOf(1), await homeSays()]).toEqual([true, 4_500]);
  });

  test("joined by staff asks nobody without an address", async () => {
    const { partner, at, collect } = await givenHouseholds([{ customerEmail: newAddress() }, byPhone]);
    await collect();
    await joinHousehold(db, partner.actor, at(1).id, "F-1");

    expect((await describeInvoice(db, partner.actor, at(1).id)).isNotAsked).toBe(true);
  });
});

test("a refused message has the company's figures computed again, and a sent one does not", async () => {
  const { partner, company, collect, invoice } = await givenCollected();
  await givenPayment(invoice, { status: "failed" });
  await refreshRollups(db, { scope: { partnerId: partner.id } });
  const movedIn = async () => {
    const of = and(eq(rollupStates.partnerId, partner.id), eq(rollupStates.companyId, company.id));
    return (await db.select({ movedIn: rollupStates.movedIn }).from(rollupStates).where(of))[0]?.movedIn;
  };
  expect(await movedIn()).toBeNull();

  await collect(silent);
  expect(await movedIn()).toBeNull();
  const other = await givenCollected({ partner });
  await refreshRollups(db, { scope: { partnerId: partner.id } });
  await other.collect(refusing);

  const [state] = await db.select().from(rollupStates).where(eq(rollupStates.companyId, other.company.id));
  expect(state?.movedIn).not.toBeNull();
});
