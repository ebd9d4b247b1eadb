import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { undoDecision } from "@/server/bank/payments/undo-decision";
import { batchOf, booking, COLLECTED_ON, type DebitAtBank, givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";
import { givenBilled, lookAtDesk } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";

const three = [{}, { amounts: [2_000] }, { amounts: [300, 200] }];

async function givenThree() {
  const given = await givenDebitsAtBank(three);
  const invoices = given.debits.flatMap((each) => each.invoices);
  /** Books the newest payment on these debits' invoices, as a person does at the desk. */
  const bookByHand = async (chosen: readonly DebitAtBank[]) => {
    const { id: transactionId, decisions: seenDecisions } = (await given.transactions()).at(-1) ?? { id: "", decisions: 0 };
    const parts = chosen.flatMap((each) =>
      each.invoices.map(({ id: invoiceId, amountTotalCents: amountCents }) => ({ invoiceId, amountCents })),
    );
    await bookAsSeen(db, given.partner.actor, { transactionId, seenDecisions }, parts);
    return { transactionId, seenDecisions: seenDecisions + 1 };
  };
  const lines = async () => (await Promise.all(invoices.map(given.lines))).flat();
  const states = async () => (await given.transactions()).map(({ state }) => state);
  const status = async () => (await given.debitsNow()).map((debit) => debit.status);
  return { ...given, bookByHand, lines, states, status };
}

const byTransfer = [
  "PAYMENT-LINE -10.00 bank_transfer",
  "PAYMENT-LINE -20.00 bank_transfer",
  "PAYMENT-LINE -3.00 bank_transfer",
  "PAYMENT-LINE -2.00 bank_transfer",
];

/** Kinds of files that itemize what another kind has summed up. */
const itemizations = [
  ["camt.054", "notification8"],
  ["camt.052", "report8"],
  ["MT940", "mt940"],
] as const;

describe("money that a person has booked by hand", () => {
  test.each(itemizations)("as a sum without a name is not booked once more if %s itemizes it", async (_kind, style) => {
    const given = await givenThree();
    await given.told([{ cents: 3_500, on: COLLECTED_ON, text: "Collections" }]);
    await given.bookByHand(given.debits);
    const entries = given.debits.map((each, index) => booking(each, { bankReference: `I${index}` }));
    if (style === "mt940") await given.store(mt940File({ iban: given.iban, entries }), "items.sta");
    else await given.told(entries, { style });
    await lookAtDesk(given.partner);
    expect(await given.lines()).toEqual(byTransfer);
    expect([await given.states(), await given.status()]).toEqual([
      ["booked", "open", "open", "open"],
      ["at_bank", "at_bank", "at_bank"],
    ]);
  });

  test("of one debit, whose id its entry lacked, is not booked once more with the sum of its batch", async () => {
    const given = await givenThree();
    const [first] = given.debits;
    if (!first) throw new Error("There is no debit");
    await given.told([booking(first, { endToEndId: "NOTPROVIDED", text: "Collected" })], { style: "notification8" });
    await given.bookByHand([first]);
    await given.told([{ cents: 3_500, on: COLLECTED_ON, batchId: batchOf(first) }]);
    expect(await given.lines()).toEqual(["PAYMENT-LINE -10.00 bank_transfer"]);
    expect([await given.states(), await given.status()]).toEqual([
      ["booked", "open"],
      ["at_bank", "at_bank", "at_bank"],
    ]);
  });

  test("is booked with its debits once the booking by hand is undone and the entries are matched again", async () => {
    const given = await givenThree();
    await given.told([{ cents: 3_500, on: COLLECTED_ON, text: "Collections" }]);
    const seen = await given.bookByHand(given.debits);
    await given.told(
      given.debits.map((each) => booking(each)),
      { style: "notification8" },
    );
    await undoDecision(db, given.partner.actor, seen);
    await lookAtDesk(given.partner);
    expect([await given.states(), await given.status()]).toEqual([
      ["open", "booked", "booked", "booked"],
      ["booked", "booked", "booked"],
    ]);
  });

  test("in the same kind of file is other money: the debits are booked as well", async () => {
    const given = await givenThree();
    await given.told([{ cents: 3_500, on: COLLECTED_ON, text: "Transfer of the club" }]);
    await given.bookByHand(given.debits);
    await given.told(
      given.debits.map((each, index) => booking(each, { bankReference: `I${index}` })),
      { id: "S2", opening: 103_500 },
    );
    expect(await given.status()).toEqual(["booked", "booked", "booked"]);
  });

  test.each(["2026-11-22", "2026-11-24", "2026-11-28"])(
    "as a sum that is dated %s in another kind of file is not booked once more",
    async (on) => {
      const given = await givenThree();
      await given.told([{ cents: 3_500, on, text: "Collections" }], { on });
      await given.bookByHand(given.debits);
      await given.told(
        given.debits.map((each) => booking(each)),
        { style: "notification8" },
      );
      expect(await given.lines()).toEqual(byTransfer);
      expect(await given.status()).toEqual(["at_bank", "at_bank", "at_bank"]);
    },
  );

  test("of another day and amount, or on other invoices, is other money: the debits are booked as well", async () => {
    const given = await givenThree();
    const [first] = given.debits;
    const { invoice: other } = await givenBilled(given, { amountCents: 1_000 });
    await given.told([{ cents: 1_000, on: "2026-11-24", text: "Transfer" }], { on: "2026-11-24" });
    await given.bookByHand([{ ...given.debits[0], invoices: [other] } as DebitAtBank]);
    await given.told([{ cents: 400, on: "2026-11-24", text: "Transfer" }], { id: "S2", on: "2026-11-24", opening: 101_000 });
    const rest = { amountTotalCents: 400 };
    await given.bookByHand([{ ...first, invoices: first?.invoices.map((invoice) => ({ ...invoice, ...rest })) } as DebitAtBank]);
    await given.told(
      given.debits.map((each) => booking(each)),
      { style: "notification8" },
    );
    expect(await given.status()).toEqual(["booked", "booked", "booked"]);
  });

  test("more than three days apart is other money: the debits are booked as well", async () => {
    const given = await givenThree();
    await given.told([{ cents: 3_500, on: "2026-11-21", text: "Transfer of the club" }], { on: "2026-11-21" });
    await given.bookByHand(given.debits);
    await given.told(
      given.debits.map((each) => booking(each)),
      { style: "notification8" },
    );
    expect(await given.status()).toEqual(["booked", "booked", "booked"]);
  });

  test("and of which the debits are booked first is for a person, who sees that nothing is outstanding", async () => {
    const given = await givenThree();
    await given.told(
      given.debits.map((each) => booking(each)),
      { style: "notification8" },
    );
    await given.told([{ cents: 3_500, on: COLLECTED_ON, text: "Collections" }]);
    expect([await given.states(), await given.status()]).toEqual([
      ["booked", "booked", "booked", "open"],
      ["booked", "booked", "booked"],
    ]);
    const [debit] = await db.select().from(debits).where(eq(debits.partnerId, given.partner.id));
    expect(debit?.bookedTransactionId).toBe((await given.transactions())[0]?.id);
  });
});
