import fc from "fast-check";
import { expect, test } from "vitest";
import type { CollectedInvoice, SentMessage, SharedFee } from "@/server/billing/collection/collected-invoice";
import { dueOnOf, feeIn, isCollected, isHeld, plan, roundOf } from "@/server/billing/collection/plan";
import { isReturnedLately } from "@/server/billing/collection/returned-payment";
import { claimOf, expectedFee, type PayersInvoice, remainderOf, type Share, standsFor } from "@/server/billing/collection/share-fee";
import { takenIn } from "@/server/billing/collection/taken-in";
import { dayAt } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { isReminder, messageKinds, type Reminder } from "@/server/domain/rules/collection-messages";
import { firstFeeDay } from "@/server/domain/rules/late-fee";
import { type FeePayer, feeTermsOf } from "@/server/domain/rules/late-fee-rules";
import { sharedLateFeeCents } from "@/server/domain/rules/shared-late-fee";
import { anySettings, day } from "@/server/testing/any-planned-invoice";
import { billed, consumerIn, invoiceWith, onDay, settings } from "@/server/testing/planned-invoice";
import { sizeOf } from "@/server/testing/size-of";
import { feesOfMail, type InvoiceOfMail } from "./fees-of-mail";

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
const anyDay = (least: number, most: number) => day(least, most).map((on) => dayAt(onDay(on)));
const anyMember = fc.record({
  amountCents: day(100, 60_000),
  payer: fc
    .tuple(fc.constantFrom("AT", "BE", "NL", "US"), fc.boolean())
    .map(([country, isBusiness]): FeePayer => ({ ...consumerIn(country), isBusiness })),
  dueOn: rarely(anyDay(10, 60)),
  hold: rarely(fc.record({ until: fc.oneof(fc.constant(null), anyDay(0, 120)) })),
  heldFrom: fc.oneof(fc.constant(0), day(0, 60)),
  hasEmail: fc.nat(9).map((one) => one > 0),
  paidOn: fc.option(fc.oneof(day(18, 36), day(0, 200)), { freq: 1 }),
  returnedAfter: rarely(day(1, 30)),
});
/** Often reminders far enough apart that a fee is named by the first or second one. */
const wideApart = { ...settings, dueDays: 14, reminder1Day: 4, reminder2Day: 20, reminder3Day: 40 };
const anyHousehold = fc.record({
  settings: fc.oneof(fc.constant(wideApart), anySettings),
  members: fc.array(anyMember, { minLength: 2, maxLength: 4 }),
});

/** Households that each property tries; a day by day run of 200 days takes about 0.1 s. */
const RUNS = sizeOf({ small: 25, large: 100 });

type Household = typeof anyHousehold extends fc.Arbitrary<infer Value> ? Value : never;

const unpaid = {
  amountCents: 10_000,
  payer: consumerIn("NL"),
  hasEmail: true,
  dueOn: null,
  hold: null,
  heldFrom: 0,
  paidOn: null,
  returnedAfter: null,
};
/** Days from the transmission to the last reminder, with the latest request and due day. */
const LONGEST_PLAN = 60 + 60 + 120 + 1;

/** Debtors of one payer under two laws that prescribe different terms: the first in recorded order decides. */
const mixed: Household = {
  settings: { ...wideApart, latePaymentFeeCents: 18_000 },
  members: [unpaid, { ...unpaid, payer: consumerIn("BE"), amountCents: 40_000 }],
};

/** An invoice under Dutch law that becomes overdue, and comes first, after a fee was named under Belgian law. */
const latecomer: Household = {
  settings: wideApart,
  members: [{ ...unpaid, dueOn: dayAt(onDay(18)), hasEmail: false }, { ...unpaid, payer: consumerIn("BE") }, unpaid],
};

/** The invoice with the fee is paid between the first two reminders, the other never. */
const paidByOne: Household = { settings: wideApart, members: [{ ...unpaid, paidOn: 25 }, unpaid] };

/** A payment for one of two invoices is returned between the first two reminders for the other. */
const returnedInBetween: Household = { settings: wideApart, members: [unpaid, { ...unpaid, paidOn: 6, returnedAfter: 25 }] };

/** The customer objects to the invoice with the fee after its first reminder, and a payment for another is returned before. */
const objectedAndReturned: Household = {
  settings: wideApart,
  members: [
    { ...unpaid, hold: { until: null }, heldFrom: 20 },
    { ...unpaid, paidOn: 6, returnedAfter: 10 },
  ],
};

/** The invoice with the fee is paid, after a payment for another one was returned before its reminder. */
const paidAfterReturn: Household = {
  settings: wideApart,
  members: [
    { ...unpaid, paidOn: 25 },
    { ...unpaid, paidOn: 6, returnedAfter: 10 },
  ],
};

/** A mail that named a new fee. */
interface Naming {
  asked: string[];
  /** The invoices whose amounts count towards the fee, with the one that it stands on. */
  counted: string[];
  /** Terms of the payer whose words the mail has. */
  terms: string | null;
  on: string;
  graceUntil: string;
  /** The most that the law allows over everything that the mail asked for. */
  mostCents: number;
  /** The payer's invoices with an amount to pay, and those of them that were overdue, whether or not the mail asked for them. */
  owed: string[];
  overdue: string[];
}

interface SentMail {
  kind: Reminder;
  day: string;
  payBy: string;
  asked: string[];
  /** Number of the reminders' round, by invoice. */
  rounds: Map<string, number>;
  /** The invoices whose own reminder was due on the day. */
  due: string[];
  /** Number of new fees that it names. */
  named: number;
}

/** Carries out the plans of a household day by day, as the service does: fees, then one mail for the reminders of a day. */
function run({ settings, members }: Household, days = 200) {
  const invoices = new Map<string, CollectedInvoice>();
  members.forEach(({ amountCents, payer, dueOn, hasEmail }, index) => {
    invoices.set(`I${index}`, invoiceWith({ settings, payer, dueOn, hasEmail, lines: [{ ...billed, amountCents }] }));
  });
  const shares: Share[] = [];
  const namings: Naming[] = [];
  const mails: SentMail[] = [];
  const fees: { on: string; at: Date; amountCents: number }[] = [];
  const get = (id: string) => invoices.get(id) as CollectedInvoice;
  const share = (id: string): SharedFee | null => {
    const place = shares.find(({ invoiceId }) => invoiceId === id)?.onInvoiceId;
    if (place) return { isElsewhere: true, bearer: { id: place, externalInvoiceNumber: place, collected: withShare(place) } };
    const counted = shares.filter(({ onInvoiceId, isCounted }) => onInvoiceId === id && isCounted);
    const others = counted.map(({ invoiceId }) => remainderOf(get(invoiceId)));
    return others.length > 0 ? { isElsewhere: false, others } : null;
  };
  const withShare = (id: string): CollectedInvoice => ({ ...get(id), sharedFee: share(id) });
  const asPayers = (id: string): PayersInvoice => ({
    id,
    externalInvoiceNumber: id,
    invoiceNumber: Number(id.slice(1)),
    collected: withShare(id),
  });
  const send = (id: string, message: { kind: Reminder; round: number }, now: Date) => {
    const apart: PayersInvoice[] = [];
    const asked = [...invoices.keys()].flatMap((each): InvoiceOfMail[] => {
      const own = asPayers(each);
      const { collected } = own;
      const mayBeAsked =
        isCollected({ ...collected, hasEmail: true }) && !isHeld(collected, now) && !isReturnedLately(collected, dayAt(now));
      const isAsked = mayBeAsked && dueOnOf(collected, now) < dayAt(now);
      const going = collected.messages.find(({ kind, fate }) => kind === message.kind && fate === "going");
      const asOther = () => (isAsked ? takenIn({ ...collected, hasEmail: true }, message.kind, now) : undefined);
      const taken = each === id ? collected : asOther();
      if (!taken) apart.push(own);
      const state = { ...collected, messages: taken?.messages ?? [] };
      return taken ? [{ ...own, collected: state, asked: state, reminder: going ?? null, message: going }] : [];
    });
    const own = asked.find((each) => each.id === id) as InvoiceOfMail;
    const others = asked.filter((each) => each !== own);
    const { ahead, shares: added, payer, payBy } = feesOfMail(message.kind, { own, others, apart }, now);
    const isNew = (on: string) => !get(on).messages.some(({ graceUntil }) => graceUntil !== null);
    const owed = [...invoices.keys()].filter((each) => sumOf(get(each).lines) > 0);
    const overdue = owed.filter((each) => dueOnOf({ ...get(each), hasEmail: true }, now) < dayAt(now));
    mails.push({
      kind: message.kind,
      day: dayAt(now),
      payBy,
      asked: asked.map((each) => each.id),
      named: [...ahead.keys()].filter(isNew).length,
      rounds: new Map(asked.map((each) => [each.id, roundOf(each.collected)])),
      due: asked.filter(({ reminder }) => reminder).map((each) => each.id),
    });
    for (const [on, { graceUntil }] of ahead) {
      if (!isNew(on)) continue;
      const claims = asked.filter(
        (each) => each.id === on || added.some(({ invoiceId, onInvoiceId }) => invoiceId === each.id && onInvoiceId === on),
      );
      const counted = claims.map((each) => each.id);
      const mostCents = sharedLateFeeCents(
        settings.latePaymentFeeCents,
        claims.flatMap(({ collected }) => claimOf(collected) ?? []),
      );
      namings.push({ asked: asked.map((each) => each.id), counted, terms: feeTermsOf(payer), on, graceUntil, mostCents, owed, overdue });
    }
    shares.push(...added);
    for (const each of asked) {
      const graceUntil = ahead.get(each.id)?.graceUntil ?? null;
      const isThis = ({ kind, fate }: SentMessage) => kind === message.kind && fate === "going";
      const messages = each.collected.messages.map((one) => (isThis(one) ? { ...one, fate: "left" as const, graceUntil } : one));
      const { namedUntil } = get(each.id);
      invoices.set(each.id, { ...get(each.id), messages, namedUntil: namedUntil && namedUntil > payBy ? namedUntil : payBy });
    }
  };
  for (let today = 0; today <= days; today += 1) {
    const now = onDay(today);
    members.forEach(({ hold, heldFrom, paidOn, returnedAfter }, index) => {
      const id = `I${index}`;
      if (heldFrom === today) invoices.set(id, { ...get(id), hold });
      const owed = sumOf(get(id).lines);
      const add = (type: "PAYMENT-LINE" | "CHARGEBACK-LINE", amountCents: number) =>
        invoices.set(id, { ...get(id), lines: [...get(id).lines, { type, amountCents, date: now }] });
      if (paidOn === today && owed > 0) add("PAYMENT-LINE", -owed);
      const paid = get(id).lines.find(({ type }) => type === "PAYMENT-LINE");
      const returnedOn = paidOn === null || returnedAfter === null ? null : paidOn + returnedAfter;
      if (paid && returnedOn === today) add("CHARGEBACK-LINE", -paid.amountCents);
    });
    for (const id of invoices.keys()) {
      for (const item of plan(withShare(id), now).filter(({ at }) => at <= now)) {
        const invoice = get(id);
        if (item.kind === "late_payment_fee") {
          fees.push({ on: id, at: item.at, amountCents: item.amountCents });
          const line = { type: "LATE-PAYMENT-FEE-LINE", amountCents: item.amountCents, date: item.at } as const;
          invoices.set(id, { ...invoice, lines: [...invoice.lines, line] });
        } else if ("round" in item) {
          const fate = isReminder(item.kind) ? "going" : "left";
          invoices.set(id, {
            ...invoice,
            dueOn: dueOnOf(invoice, now),
            messages: [...invoice.messages, { ...item, fate, graceUntil: null }],
          });
        }
      }
    }
    for (const id of invoices.keys()) {
      const going = get(id).messages.find(({ fate }) => fate === "going");
      if (!going) continue;
      const { kind } = going;
      if (!isReminder(kind)) continue;
      if (isCollected(get(id)) && !isHeld(get(id), now)) send(id, { kind, round: going.round }, now);
    }
  }
  return { shares, namings, mails, fees };
}

test("each mail names at most one new fee, which is charged once on the invoice that it names, and never on another that it asks for", () => {
  fc.assert(
    fc.property(anyHousehold, (household) => {
      const { mails, namings, fees, shares } = run(household);
      for (const { named } of mails) expect(named).toBeLessThanOrEqual(1);
      expect(new Set(fees.map(({ on }) => on)).size).toBe(fees.length);
      for (const { invoiceId } of shares) expect(fees.map(({ on }) => on)).not.toContain(invoiceId);
      for (const naming of namings) {
        expect(fees.filter(({ on }) => on !== naming.on && naming.asked.includes(on))).toEqual([]);
      }
    }),
    { numRuns: RUNS, examples: [[paidByOne], [mixed], [latecomer]] },
  );
});

test("a payer gets no second fee while the first invoice owes anything, and none for a claim that was overdue when the first was named", () => {
  fc.assert(
    fc.property(anyHousehold, (household) => {
      const { namings } = run(household);
      namings.forEach((naming, index) => {
        for (const before of namings.slice(0, index)) {
          expect(naming.owed).not.toContain(before.on);
          expect(before.overdue).not.toContain(naming.on);
        }
      });
    }),
    { numRuns: RUNS, examples: [[objectedAndReturned], [paidAfterReturn], [paidByOne], [latecomer]] },
  );
});

test("no invoice gets a milder reminder after a stronger one of a round, jumps over one, or is taken in before the day that a mail named is over", () => {
  fc.assert(
    fc.property(anyHousehold, (household) => {
      const { mails } = run(household);
      const enabled = messageKinds.filter((kind) => isReminder(kind) && household.settings[`${kind}Day`] !== null);
      for (const id of new Set(mails.flatMap(({ asked }) => asked))) {
        let before: { round: number; rank: number; payBy: string } | undefined;
        for (const { kind, day: on, payBy, rounds, due, asked } of mails) {
          if (!asked.includes(id)) continue;
          const [round, rank] = [rounds.get(id) ?? 0, enabled.indexOf(kind)];
          const latest = before?.round === round ? before.rank : -1;
          expect(rank).toBeGreaterThan(latest);
          if (!due.includes(id)) expect(rank).toBe(latest + 1);
          // Reminders of its own leave on the days of the settings, which may be closer to each other than the days that they name.
          if (before && (household.settings === wideApart || !due.includes(id))) expect(before.payBy < on).toBe(true);
          before = { round, rank, payBy: before && before.payBy > payBy ? before.payBy : payBy };
        }
      }
    }),
    { numRuns: RUNS, examples: [[returnedInBetween], [latecomer]] },
  );
});

test("a mail has the terms of one law: its fee stands on, and is over, invoices under those terms or none", () => {
  fc.assert(
    fc.property(anyHousehold, (household) => {
      const { namings, shares } = run(household);
      const termsOf = (id: string) => feeTermsOf(household.members[Number(id.slice(1))]?.payer ?? consumerIn("NL"));
      for (const { counted, terms } of namings) for (const id of counted) expect([null, terms]).toContain(termsOf(id));
      for (const { invoiceId, onInvoiceId } of shares) {
        const both = [termsOf(invoiceId), termsOf(onInvoiceId)].filter((terms) => terms !== null);
        expect(new Set(both).size).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: RUNS, examples: [[mixed]] },
  );
});

test("if one debtor is in the Netherlands and one in Belgium, only the first gets a fee, over their own amount", () => {
  for (const [members, expected] of [
    // Half of 100.00 is more than the least of the Dutch scale.
    [mixed.members, 4_000],
    // 30.00 and 10 % of what exceeds 150.00.
    [mixed.members.toReversed(), 5_500],
  ] as const) {
    const { fees, namings, shares } = run({ ...mixed, members: [...members] });
    expect(fees.map(({ on, amountCents }) => [on, amountCents])).toEqual([["I0", expected]]);
    expect(namings.map(({ asked, counted }) => [asked, counted])).toEqual([[["I0", "I1"], ["I0"]]]);
    expect(shares).toEqual([]);
  }
});

test("a fee is at most what the law allows on everything that its mail asked for, and comes after the last free day that it named", () => {
  fc.assert(
    fc.property(anyHousehold, (household) => {
      const { namings, fees } = run(household);
      for (const { on, at, amountCents } of fees) {
        const naming = namings.find((each) => each.on === on);
        expect(naming).toBeDefined();
        expect(dayAt(at) >= firstFeeDay(naming?.graceUntil ?? dayAt(at))).toBe(true);
        expect(amountCents).toBeLessThanOrEqual(naming?.mostCents ?? 0);
      }
    }),
    { numRuns: RUNS, examples: [[latecomer]] },
  );
});

test("a fee that is named again, because the law's terms have changed, is over the amounts that count already as well", () => {
  const message = { kind: "reminder2", round: 0 } as const;
  const of = (id: string, invoiceNumber: number, facts: Partial<CollectedInvoice>): InvoiceOfMail => {
    const collected = invoiceWith({
      settings: { ...wideApart, latePaymentFeeCents: 18_000 },
      lines: [{ ...billed, amountCents: 40_000 }],
      ...facts,
    });
    return { id, externalInvoiceNumber: id, invoiceNumber, collected, asked: collected, reminder: message, message };
  };
  const counted = { payer: consumerIn("NL"), owedCents: 40_000, hold: null, returnedUntil: null };
  const own = of("A", 1, { sharedFee: { isElsewhere: false, others: [counted] } });
  const fee = feesOfMail(message.kind, { own, others: [of("D", 2, {})], apart: [] }, onDay(40)).ahead.get("A");
  expect(fee?.amountCents).toBe(sharedLateFeeCents(18_000, Array(3).fill(counted)));
});

test("the fee shown before the first reminder is the one that the reminder names, under the law of the first with terms, if nothing changes", () => {
  fc.assert(
    fc.property(anyHousehold, ({ settings, members }) => {
      const quiet = members.map((member) => ({ ...member, hold: null, paidOn: null, returnedAfter: null, dueOn: null, hasEmail: true }));
      const asked = quiet.map(({ amountCents, payer }, index): PayersInvoice => {
        const collected = invoiceWith({ settings, payer, lines: [{ ...billed, amountCents }] });
        return { id: `I${index}`, externalInvoiceNumber: `I${index}`, invoiceNumber: index, collected };
      });
      const now = onDay(0);
      const shown = asked.map((each) => {
        const sharedFee = expectedFee(
          each,
          asked.filter((other) => other !== each),
          now,
        );
        const place = sharedFee?.isElsewhere ? sharedFee.bearer : { id: each.id, collected: { ...each.collected, sharedFee } };
        const fee = place ? feeIn(plan(place.collected, now), now) : undefined;
        return fee && place ? { on: place.id, ...fee } : undefined;
      });
      const { fees, namings } = run({ settings, members: quiet }, LONGEST_PLAN);
      const [fee] = fees;
      const lawOf = ({ payer }: (typeof quiet)[number]) => feeTermsOf(payer);
      const law = quiet.map(lawOf).find((terms) => terms !== null) ?? null;
      const isUnderLaw = quiet.map((member) => [null, law].includes(lawOf(member)));
      const named = fee && { on: "I0", amountCents: fee.amountCents, graceUntil: namings[0]?.graceUntil, chargedOn: dayAt(fee.at) };
      expect(shown).toEqual(isUnderLaw.map((isUnder) => (isUnder ? named : undefined)));
      expect(fees.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: RUNS },
  );
});

test("a fee stands for an invoice that became overdue before the reminder left, however long the reminder had waited", () => {
  const on = (id: string, collected: CollectedInvoice): PayersInvoice => ({ id, externalInvoiceNumber: id, invoiceNumber: 1, collected });
  const paid = { type: "PAYMENT-LINE", amountCents: -billed.amountCents, date: onDay(30) } as const;
  const reminded = (graceUntil: number): CollectedInvoice =>
    invoiceWith({
      lines: [billed, { ...billed, ...paid }],
      messages: [{ kind: "reminder1", round: 0, at: onDay(18), fate: "left", graceUntil: dayAt(onDay(graceUntil)) }],
    });
  const other = on("B", invoiceWith({ dueOn: dayAt(onDay(20)) }));
  expect(standsFor(on("A", reminded(18 + 14)), other, onDay(40))).toBe(false);
  expect(standsFor(on("A", reminded(25 + 14)), other, onDay(40))).toBe(true);
});
