import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { mandates } from "@/db/schema/mandates";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { type Decision, decide } from "@/server/billing/payment-providers/simulated-bank/decide";
import { followPayment } from "@/server/billing/payments/follow-payment";
import { startPayment } from "@/server/billing/payments/start-payment";
import { agreeToInstalments } from "@/server/customer-page/agree-to-instalments";
import { wordsOfInstalments } from "@/server/customer-page/document/instalments";
import { type Customer, findCustomer } from "@/server/customer-page/find-customer";
import { giveAndPay } from "@/server/customer-page/give-and-pay";
import { findInstalmentOffer, type NoInstalments, versionOfInstalments } from "@/server/customer-page/instalment-offer";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { addDays } from "@/server/domain/formats/calendar";
import { drawWhole } from "@/server/seasons/draw";
import { readingFor } from "../customer-page-of";
import { orderTransfer } from "./bank";
import type { Account } from "./books";
import type { Played, Stage } from "./stage";

// Acts of customers about one invoice: by their bank, on its page, and at the payment provider.

/** An invoice on a day. */
export interface Scene {
  stage: Stage;
  actor: Actor;
  account: Account;
  today: string;
  /** Number of days since the invoice's import was transmitted. */
  age: number;
  /** Amount that the customer still has to pay, in cents: the outstanding amount, less transfers on their way. */
  openCents: number;
}

/** Whether today is the day that is drawn for `what` from two ages of the invoice, in days. */
export function isDay({ stage, account, age }: Scene, what: string, least: number, most: number): boolean {
  return age === dayOf(stage, account.played, what, least, most);
}

/** Draws the invoice's age, in days, at which `what` happens. */
export function dayOf({ seed }: Stage, { index }: Played, what: string, least: number, most: number): number {
  return drawWhole([least, most], seed, what, String(index));
}

/** Ways to name the invoice in a transfer. */
type Naming = "reference" | "number" | "mistyped";

/** Orders a transfer today, which the company's bank books tomorrow at the earliest. Does nothing if `cents` is not positive. */
export function transfer({ stage, account: { played }, today }: Scene, cents: number, naming: Naming = "reference"): void {
  if (cents <= 0) return;
  order(stage, played, today, [{ invoiceId: played.invoiceId, cents }], naming);
}

/** Orders one transfer for several invoices of a payer, with the reference of the first. */
export function order(stage: Stage, played: Played, today: string, isFor: { invoiceId: string; cents: number }[], naming: Naming): void {
  const { name, iban, invoiceNumber, index, of } = played;
  const { code } = referenceOf(invoiceNumber, "creditor");
  const mistyped = code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10);
  const said = { reference: { reference: code }, number: { text: `Y-${1_000 + index}` }, mistyped: { text: mistyped } }[naming];
  const cents = isFor.reduce((sum, share) => sum + share.cents, 0);
  orderTransfer(stage.bank, { iban: of.iban, on: addDays(today, 1), isFor, entry: { cents, name, iban, ...said } });
}

/** Opens the customer's link, and returns the customer. */
export async function customerOf({ account: { played } }: Scene): Promise<Customer> {
  const customer = await findCustomer(db, played.secret, null);
  if (!customer) throw new Error("a customer's link opens nothing");
  return customer;
}

/** Begins a payment of what is due now at the provider. The decision ends it; `leave` leaves the provider's page without one. */
export async function payOnline(scene: Scene, decision: Decision | "leave"): Promise<void> {
  const { actor, account } = scene;
  const { paymentId } = await startPayment(db, actor, account.played.invoiceId, { method: "credit_card", returnUrl: null });
  if (decision !== "leave") await decideOn(actor, paymentId, decision);
}

/** Pays with a donation of this amount, in cents. */
export async function donateAndPay(scene: Scene, amountCents: number): Promise<void> {
  const { actor, account } = scene;
  const gift = { amountCents, description: "Youth boats" };
  await giveAndPay(db, await customerOf(scene), gift, { method: "credit_card", returnUrl: null });
  const [begun] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.invoiceId, account.played.invoiceId), eq(payments.status, "pending"), eq(payments.giftCents, amountCents)));
  if (begun) await decideOn(actor, begun.id, "pay");
}

/** Lets the provider take back an online payment, if there is one. */
export async function takeBackOnline({ actor, account }: Scene): Promise<void> {
  const paid = account.payments.find(({ provider, status, chargedBackAt }) => provider && status === "paid" && !chargedBackAt);
  if (paid) await decideOn(actor, paid.id, "charge_back");
}

async function decideOn({ partnerId }: Actor, paymentId: string, decision: Decision): Promise<void> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.id, paymentId)));
  if (!payment?.providerReference) throw new Error("A payment was not ordered");
  await decide(db, payment.providerReference, decision);
  await followPayment(db, payment);
}

/** Agrees to the maximum number of instalments by transfer that the page offers. Returns the outcome. */
export async function agree(scene: Scene): Promise<NoInstalments | "changed_meanwhile" | "agreed now"> {
  const customer = await customerOf(scene);
  const [offer, { reading }] = await Promise.all([findInstalmentOffer(db, customer), readingFor({ actor: customer })]);
  if ("reason" in offer) return offer.reason;
  const plan = offer.plans.at(-1);
  // Only instalments by direct debit are offered.
  if (!plan) return "not_offered";
  const chosen = { count: plan.parts.length, version: versionOfInstalments(offer, plan, wordsOfInstalments(offer, plan, reading)) };
  const refused = await agreeToInstalments(db, customer, chosen, (terms, present) => wordsOfInstalments(terms, present, reading));
  return refused ?? "agreed now";
}

/** Lets staff withdraw the payer's mandate, if there is one. */
export async function endMandate({ actor, account }: Scene): Promise<void> {
  const { of, email } = account.played;
  const [found] = await db
    .select({ id: mandates.id })
    .from(mandates)
    .where(and(eq(mandates.companyId, of.company.id), eq(mandates.customerKey, email), isNull(mandates.endedAt)));
  if (found) await withdrawMandate(db, actor, found.id);
}
