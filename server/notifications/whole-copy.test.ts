import { expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { postponeDebits } from "@/server/bank/debit-files/postpone-debits";
import { withdrawDebitFile } from "@/server/bank/debit-files/withdraw-debit-file";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { deleteInvoice } from "@/server/billing/invoices/delete-invoice";
import { amendMandate } from "@/server/billing/mandates/amend-mandate";
import { recordMandates } from "@/server/billing/mandates/record-mandates";
import { tellExpiries } from "@/server/billing/mandates/tell-expiries";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { simulatePayment } from "@/server/customer-page/simulate-payment";
import { addDays, addMonths, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { transact } from "@/server/platform/transact";
import { changesOf } from "@/server/testing/changes-of";
import { type GivenPartner, givenInvoice, givenPartner } from "@/server/testing/given";
import { accountFacts } from "@/server/testing/given-bank-account";
import { collectionOf } from "@/server/testing/given-collection";
import { givenPayer } from "@/server/testing/given-consent";
import { givenCopy } from "@/server/testing/given-copy";
import { givenDebits } from "@/server/testing/given-debit";
import { booking, type DebitAtBank, givenDebitsAtBank, returned } from "@/server/testing/given-debits-at-bank";
import { givenInstalments } from "@/server/testing/given-instalments";
import { givenCreditor, givenMandate, mandateFacts } from "@/server/testing/given-mandate";
import { givenMember } from "@/server/testing/given-person";
import { givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";

const mailbox = { kind: "mailbox" } as const;

/** An event, and the kinds of the changes about debits, mandates and instalments that it records. */
type Fact = [what: string, kinds: string[], act: () => Promise<unknown>];

async function factsOfMandates(partner: GivenPartner): Promise<Fact[]> {
  const { actor } = partner;
  const company = await givenCreditor(partner);
  const facts = mandateFacts();
  const record = async () => only(await recordMandates(db, actor, company.id, [facts]));
  const other = await givenMandate(partner, company);
  const payer = await givenPayer({ partner });
  const unreachable = await givenInvoice(partner, { company, invoice: { customerEmail: null, customerPhoneNumber: "0612345678" } });
  await givenMandate(partner, company, { customerEmail: null, invoiceNumber: String(unreachable.invoiceNumber) });
  const account = { holder: "Bo Brandsma", iban: accountFacts({ country: "DE" }).iban };
  const amend = (more: { bic?: string | null } = {}) => amendMandate(db, actor, other.id, { ...account, ...more });
  return [
    ["a mandate is given on paper", ["given"], record],
    ["the same mandate is recorded again", [], record],
    ["another account", ["amended"], amend],
    ["the same account", [], amend],
    ["a BIC", ["amended"], () => amend({ bic: "BYLADEM1001" })],
    ["a withdrawal", ["withdrawn"], () => withdrawMandate(db, actor, other.id)],
    ["a second withdrawal", [], () => withdrawMandate(db, actor, other.id)],
    ["a mandate is given on the page", ["given"], () => payer.give()],
    ["another account on the page", ["amended"], () => payer.give({ iban: accountFacts({ country: "DE" }).iban })],
    ["a debit by it is planned", ["debit_planned"], () => collectionOf(partner).collect(mailbox)],
    ["a mandate is deleted with its invoice", ["deleted", "deleted"], () => deleteInvoice(db, actor, unreachable.id)],
  ];
}

async function factsOfPlannedDebits(partner: GivenPartner): Promise<Fact[]> {
  const { actor } = partner;
  const treasurer = await givenMember(partner, { role: "administrator" });
  const planned = await givenDebits({ partner, invoices: [{}, { amountCents: 2_000 }] });
  const credit = { amountCents: 1_000, description: "Less" };
  const later = { ...actor, clockOffsetMs: 13 * DAY_MS };
  const soon = await givenPlannedDebit(partner, planned.company);
  const gone = await givenPlannedDebit(partner, planned.company);
  let fileId = "";
  return [
    ["a debit is planned", ["debit_planned", "debit_planned"], () => planned.collect(mailbox)],
    ["a credit", [], () => creditAmount(db, actor, planned.invoice.id, null, credit)],
    ["the debit is lowered by it", ["debit_lowered"], () => planned.decide()],
    ["nothing is left to do", [], () => planned.decide()],
    [
      "the debit is put off",
      ["debit_put_off", "debit_put_off"],
      async () => {
        const debit = (await planned.debits()).find(({ mandateId }) => mandateId === planned.mandate?.id);
        await transact(db, later, (tx) => postponeDebits(tx, later, [debit?.id ?? ""]));
      },
    ],
    ["its mandate is withdrawn", ["withdrawn"], () => withdrawMandate(db, actor, gone.mandate.id)],
    ["the debit is taken out", ["debit_cancelled"], () => planned.decide()],
    [
      "a debit is in a file",
      ["debit_at_bank"],
      async () => {
        [fileId = ""] = await makeFiles(treasurer.actor, planned.company);
      },
    ],
    ["the file is withdrawn", ["debit_planned"], () => withdrawDebitFile(db, treasurer.actor, fileId)],
    ["its mandate gets another account", ["amended"], () => amendMandate(db, actor, soon.mandate.id, { holder: "Bo Brandsma" })],
  ];
}

async function factsOfAnsweredDebits(partner: GivenPartner): Promise<Fact[]> {
  const given = await givenDebitsAtBank([{}, {}, { sequenceType: "OOFF" }], { of: partner });
  const [booked, refused, single] = given.debits as [DebitAtBank, DebitAtBank, DebitAtBank];
  const rejection = { endToEndId: refused.debit.endToEndId, status: "RJCT", reason: "AC04" };
  return [
    ["the bank accepts the file", [], () => given.report({ status: "ACCP" })],
    ["a debit is booked", ["used"], () => given.told([booking(booked)])],
    ["a debit is returned, and ends its mandate", ["ended"], () => given.told([returned(booked, { returnReason: "AC04" })])],
    [
      "a debit is rejected, and ends its mandate",
      ["debit_rejected", "ended", "used"],
      () => given.report({ status: "PART", payments: [rejection] }),
    ],
    ["a single debit is booked, and uses its mandate up", ["ended", "used"], () => given.told([booking(single)])],
  ];
}

async function factsOfInstalments(partner: GivenPartner): Promise<Fact[]> {
  const given = await givenInstalments({ partner, settings: { instalmentsMissed: "spread", instalmentsEveryDays: 60 } });
  const pass = async (days: number) => {
    await given.jump(days);
    await given.collect(mailbox);
  };
  await givenMandate(partner, await givenCreditor(partner), { signedOn: addMonths(addDays(dayAt(new Date()), 90), -36) });
  const tell = () => tellExpiries(db, { scope: { partnerId: partner.id } });
  const simulate = async (outcome: "pay" | "charge_back") =>
    simulatePayment(db, await given.customer(), given.invoice.id, { outcome, method: "ideal" });
  return [
    ["instalments are agreed on", ["instalments_agreed"], () => given.agree(3)],
    ["the customer is told", [], () => given.collect(mailbox)],
    ["part 1 is due", ["part_due"], () => pass(9)],
    ["part 1 is missed", ["part_missed"], () => pass(21)],
    ["part 1 is spread", ["instalments_changed"], () => pass(42)],
    ["part 2 is due", ["part_due"], () => pass(69)],
    ["part 2 is paid", [], () => simulate("pay")],
    ["its payment is taken back", [], () => simulate("charge_back")],
    ["a mandate expires", ["expired"], () => given.jump(100).then(tell)],
    ["its expiry is told once", [], tell],
  ];
}

/** Kinds of changes about debits, mandates and instalments. */
const kindsOfFacts = /^(debit_|instalments_|part_|given$|amended$|withdrawn$|ended$|expired$|used$|deleted$)/;

test("a copy made by notifications alone is whole after each fact about debits, mandates and instalments, told once", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const copy = await givenCopy(partner);
  for (const facts of [factsOfMandates, factsOfPlannedDebits, factsOfAnsweredDebits, factsOfInstalments]) {
    const play = await facts(partner);
    await copy.notify();
    for (const [what, kinds, act] of play) {
      const changes = await changesOf(partner.id, act);
      const told = changes.flatMap(({ kind }) => (kindsOfFacts.test(kind) ? [kind] : []));
      expect(told.toSorted(), what).toEqual(kinds);
      const named = await copy.notify();
      expect(named.size === 0, what).toBe(changes.length === 0);
      expect(await copy.differences(), what).toEqual([]);
    }
  }
}, 300_000);
