import { db } from "@/db/client";
import { addAmount } from "@/server/billing/collection/add-amount";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { type Decision, decide } from "@/server/billing/payment-providers/simulated-bank/decide";
import { followPayment } from "@/server/billing/payments/follow-payment";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { startPayment } from "@/server/billing/payments/start-payment";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { askQuestion } from "@/server/customer-page/ask-question";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { booksOf } from "../books";
import type { Act } from "./clubs";
import { actorOf, customerOf, newestPayment, type Played, type Stage } from "./stage";
import { written } from "./words-of-customers";

/** Does an act of an invoice's script. */
export async function act(stage: Stage, played: Played, doing: Act): Promise<void> {
  const { id } = played.details;
  const words = written[played.billed.locale];
  const actor = await actorOf(stage);
  const books = await booksOf(db, actor.partnerId, id);
  const seen = { lines: books.lines.length, refunds: books.refunds.length, totalCents: books.totalCents };
  const on = (day: number) => addDays(dayAt(stage.transmittedAt), day);
  const payOnline = async (decision: Decision) => {
    await startPayment(db, actor, id, { method: "credit_card", returnUrl: null });
    await bankDecides(played, decision);
  };
  switch (doing.kind) {
    case "pay":
    case "payAndReturn":
      return payOnline("pay");
    case "fail":
      return payOnline("fail");
    case "return":
      return bankDecides(played, "charge_back");
    case "record": {
      const payment = { amountCents: doing.cents ?? seen.totalCents, reason: "Statement", mayExceed: true };
      const paidOn = doing.paidOn === undefined ? null : on(doing.paidOn);
      await recordExternalPayment(db, actor, id, seen.lines, { ...payment, paidOn });
      return;
    }
    case "credit":
      await creditAmount(db, actor, id, seen.lines, { amountCents: doing.cents, description: words.credited });
      return;
    case "add":
      return addAmount(db, actor, id, seen.lines, { amountCents: doing.cents, description: words.added });
    case "refund":
      await recordRefund(db, actor, id, seen, { amountCents: doing.cents, reason: "Statement" });
      return;
    case "retract": {
      const { retracted: description, retractionReason } = words;
      const retraction = { creditNoteNumber: "C-1", description, retractionReason, showRetractionReasonToCustomer: true };
      await creditAndRetractInvoice(db, actor, id, retraction);
      return;
    }
    case "pause":
      return holdInvoice(db, actor, id, { kind: "paused", until: on(doing.until), reason: "On holiday" });
    case "stop":
      return holdInvoice(db, actor, id, { kind: "stopped", reason: "Agreed" });
    case "object":
      return askQuestion(db, await customerOf(played), { message: words.objection, objects: true });
    case "resume":
      await createTicket(db, actor, id, { message: words.answerToObjection });
      return resumeInvoice(db, actor, id);
    case "question":
      await askQuestion(db, await customerOf(played), { message: words.question });
      await createTicket(db, actor, id, { message: words.answer });
  }
}

async function bankDecides(played: Played, decision: Decision): Promise<void> {
  const payment = await newestPayment(played);
  await decide(db, payment.providerReference, decision);
  await followPayment(db, payment);
}
