import { db } from "@/db/client";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { askQuestion } from "@/server/customer-page/ask-question";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { addDays } from "@/server/domain/formats/calendar";
import { draw } from "@/server/seasons/draw";
import { agree, customerOf, dayOf, donateAndPay, endMandate, isDay, order, payOnline, type Scene, takeBackOnline, transfer } from "./acts";
import { inTransitCents } from "./bank";
import type { Habit } from "./habit-names";
import type { Look } from "./look";

/** An invoice on a day, as its customer sees it, with the payer's other invoices. */
interface HabitScene extends Scene {
  look: Look | undefined;
  /** Scenes of the payer's invoices in the same import, this one among them. */
  family: Scene[];
  /** Records the outcome of the attempt to divide. */
  note: (outcome: string) => void;
}

/** Acts of an invoice's customer and of staff on each day, by habit. Each is called once a day. */
export const habits: Record<Habit, (scene: HabitScene) => Promise<void> | void> = {
  paysInTime: (scene) => payTogether(scene, 2, 9),
  paysLate: (scene) => payOpen(scene, 16, 28),
  paysTwice: (scene) => {
    payOpen(scene, 2, 8);
    if (isDay(scene, "again", 12, 15)) transfer(scene, scene.account.row.amountBilledCents);
  },
  paysInPart: (scene) => {
    if (isDay(scene, "part", 3, 8)) transfer(scene, Math.ceil(scene.openCents / 2));
    payOpen(scene, 20, 28);
  },
  paysWithoutReference: (scene) => {
    const { index } = scene.account.played;
    if (isDay(scene, "pays", 3, 9)) transfer(scene, scene.openCents, index % 2 === 0 ? "number" : "mistyped");
  },
  paysAfterFee: (scene) => payTogether(scene, 35, 42),
  paysOnline: async (scene) => {
    if (isDay(scene, "pays", 2, 9) && scene.openCents > 0) await payOnline(scene, "pay");
  },
  paysOnlineAndReturns: async (scene) => {
    if (isDay(scene, "pays", 2, 6) && scene.openCents > 0) await payOnline(scene, "pay");
    if (isDay(scene, "returns", 9, 14)) await takeBackOnline(scene);
    payOpen(scene, 22, 27);
  },
  donates: async (scene) => {
    if (isDay(scene, "pays", 2, 8) && scene.openCents > 0) await donateAndPay(scene, 500);
    if (isDay(scene, "returns", 20, 24) && draw(scene.stage.seed, "regrets", String(scene.account.played.index)) < 0.3)
      await takeBackOnline(scene);
  },
  goesAway: async (scene) => {
    if (isDay(scene, "leaves", 2, 6) && scene.openCents > 0) await payOnline(scene, "leave");
    if (isDay(scene, "fails", 9, 11) && scene.openCents > 0) await payOnline(scene, "fail");
    if (isDay(scene, "pays", 14, 18) && scene.openCents > 0) await payOnline(scene, "pay");
  },
  never: () => {},
  debited: (scene) => payAfterDebit(scene),
  debitReturned: (scene) => payAfterDebit(scene),
  debitRejected: (scene) => payAfterDebit(scene),
  paysBeforeDebit: (scene) => payOpen(scene, 2, 5),
  withdrawsMandate: async (scene) => {
    if (isDay(scene, "withdraws", 3, 6)) await endMandate(scene);
    payOpen(scene, 20, 26);
  },
  divides: async (scene) => {
    await divide(scene);
    await payPart(scene);
    if (!scene.account.plan) payOpen(scene, 7, 10);
  },
  dividesUnlawfully: async (scene) => {
    await divide(scene);
    if (!scene.account.plan) payOpen(scene, 7, 10);
  },
  missesPart: async (scene) => {
    await divide(scene);
    if (scene.age > dayOf(scene.stage, scene.account.played, "comes round", 34, 44)) await payPart(scene);
  },
  isCredited: async (scene) => {
    const { actor, account } = scene;
    const credit = (amountCents: number) =>
      creditAmount(db, actor, account.played.invoiceId, account.lines.length, { amountCents, description: "Discount" });
    if (isDay(scene, "discount", 3, 5)) await credit(1_000);
    payOpen(scene, 7, 9);
    if (isDay(scene, "another discount", 18, 24)) await credit(500);
  },
  isRetracted: async (scene) => {
    if (!isDay(scene, "retracted", 5, 20)) return;
    const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
    await creditAndRetractInvoice(db, scene.actor, scene.account.played.invoiceId, retraction);
  },
  isPaused: async (scene) => {
    const { actor, account, today } = scene;
    const pause = { kind: "paused", until: addDays(today, 20), reason: "On holiday" } as const;
    if (isDay(scene, "pauses", 4, 16)) await holdInvoice(db, actor, account.played.invoiceId, pause);
    payOpen(scene, 45, 50);
  },
  objects: async (scene) => {
    const { actor, account } = scene;
    if (isDay(scene, "objects", 4, 7)) await askQuestion(db, await customerOf(scene), { message: "I never joined.", objects: true });
    if (isDay(scene, "answered", 12, 16)) {
      await createTicket(db, actor, account.played.invoiceId, { message: "You did, on 3 January." });
      await resumeInvoice(db, actor, account.played.invoiceId);
    }
    payOpen(scene, 24, 30);
  },
};

/** Transfers the open amount on a day from one age of the invoice to another, both in days. */
function payOpen(scene: HabitScene, least: number, most: number): void {
  if (isDay(scene, "pays", least, most)) transfer(scene, scene.openCents);
}

/** Transfers the open amount as `payOpen` does, but a family pays all of its invoices with one transfer. */
function payTogether(scene: HabitScene, least: number, most: number): void {
  const [lead] = scene.family;
  if (!lead || lead.account.played !== scene.account.played || !isDay(lead, "pays", least, most)) return;
  const isFor = scene.family.flatMap(({ account, openCents }) =>
    openCents > 0 ? [{ invoiceId: account.played.invoiceId, cents: openCents }] : [],
  );
  if (isFor.length > 0) order(scene.stage, lead.account.played, scene.today, isFor, "reference");
}

/** Transfers the open amount some days after a direct debit has ended without money. */
function payAfterDebit(scene: HabitScene): void {
  const { account, openCents } = scene;
  const debited = account.payments.filter(({ debitId }) => debitId);
  if (debited.length === 0 || debited.some(({ status }) => status === "scheduled" || status === "pending")) return;
  if (scene.age >= dayOf(scene.stage, account.played, "pays", 25, 30)) transfer(scene, openCents);
}

async function divide(scene: HabitScene): Promise<void> {
  if (isDay(scene, "divides", 1, 4)) scene.note(await agree(scene));
}

/** Number of days before a part's day from which customers pay the part. */
const PAYS_AHEAD_DAYS = 3;

/** Pays the next part once its day is near: by transfer, or each third customer online. */
async function payPart(scene: HabitScene): Promise<void> {
  const next = scene.look?.collection.instalments?.parts.find(({ outstanding_cents }) => outstanding_cents > 0);
  const { index, invoiceId } = scene.account.played;
  if (!next) {
    if (scene.account.plan) transfer(scene, scene.openCents);
    return;
  }
  if (scene.today < addDays(next.due_on, -PAYS_AHEAD_DAYS) || inTransitCents(scene.stage.bank, invoiceId) > 0) return;
  if (index % 3 === 1) await payOnline(scene, "pay");
  else transfer(scene, Math.min(next.outstanding_cents, scene.openCents));
}
