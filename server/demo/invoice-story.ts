import type { InvoiceLine } from "@/db/schema/invoice-lines";
import type { Invoice } from "@/db/schema/invoices";
import type { Message } from "@/db/schema/messages";
import type { Payment } from "@/db/schema/payments";
import type { Ticket } from "@/db/schema/tickets";
import type { Occasion, Words } from "@/server/demo/words/types";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { accountOf, sumOf } from "@/server/domain/rules/account";
import { reachOf } from "@/server/domain/rules/reach";
import { creditsOf } from "@/server/domain/rules/retraction";
import { splitPayment } from "@/server/domain/rules/split-payment";
import { type ChargedItem, inCurrency } from "./campaigns";
import type { Club } from "./clubs";
import { addDays, onDay, WAKING_HOURS } from "./days";
import type { Member } from "./members";
import { arrivalMs, chooseMethod, chooseOnlineMethod, type Method } from "./paying";
import type { Random } from "./random";
import { words } from "./words/words";

type Line = Pick<InvoiceLine, "type" | "amountCents" | "description" | "date" | "paymentMethod">;
type LineType = Line["type"];
type Retraction = Pick<Invoice, "retractedAt" | "retractionReason" | "showRetractionReasonToCustomer" | "creditNoteNumber">;

/** Facts at the beginning of an invoice's story. */
export interface Setting {
  random: Random;
  /** Day on which the story ends. */
  today: Date;
  club: Club;
  member: Member;
  externalInvoiceNumber: string;
  items: readonly ChargedItem[];
  reference: string | null;
  createdAt: Date;
  /** Null if not transmitted: the customer does not know of the invoice, and nothing happens. */
  transmittedAt: Date | null;
}

/** Fees of the demo's companies, in euro cents. */
const FEES = { "CHARGEBACK-FEE-LINE": 750, "LATE-PAYMENT-FEE-LINE": 500, "INSTALLMENT-FEE-LINE": 250 } as const;

/**
 * Events of one invoice from the first day on. Leaves out events after today. A payment that is still in progress today ends the story, so
 * that every story is consistent.
 */
export class InvoiceStory {
  readonly lines: Line[];
  readonly payments: (Pick<Payment, "method" | "status" | "amountCents" | "createdAt"> &
    Partial<Pick<Payment, "endedAt" | "chargedBackAt">>)[] = [];
  readonly messages: Pick<Message, "type" | "description" | "createdAt">[] = [];
  readonly tickets: Pick<Ticket, "sender" | "status" | "message" | "createdAt">[] = [];
  retraction: Retraction | undefined;
  assignedToSupportAt: Date | undefined;
  /** Period of an instalment plan, during which no reminders are sent. */
  plan: { from: Date; until: Date } | undefined;
  readonly words: Words;
  private readonly createdLinesCount: number;

  constructor(readonly setting: Setting) {
    this.words = words[setting.member.recipient.locale];
    this.lines = setting.items.map(({ amountCents, description }) => ({
      type: "INVOICE-LINE",
      amountCents,
      description,
      date: setting.createdAt,
      paymentMethod: null,
    }));
    this.createdLinesCount = this.lines.length;
  }

  /** Lines that the partner sent. */
  get creation(): Line[] {
    return this.lines.slice(0, this.createdLinesCount);
  }

  get billedCents(): number {
    return sumOf(this.creation);
  }

  /** Lines added later. */
  get events(): Line[] {
    return this.lines.slice(this.createdLinesCount);
  }

  outstandingCents(at: Date = this.setting.today): number {
    return sumOf(this.lines.filter((line) => line.date <= at));
  }

  /** Returns a random waking hour on the day `days` after the transmission. */
  day(days: number): Date {
    const { random, transmittedAt, createdAt } = this.setting;
    return onDay(random, transmittedAt ?? createdAt, days, WAKING_HOURS);
  }

  /** Whether an event at this moment belongs to the story, which ends today, at its retraction, or with a payment in progress. */
  private canHappen(moment: Date): boolean {
    return moment < this.setting.today && !this.retraction && !this.payments.some((payment) => payment.status === "pending");
  }

  /** Pays the outstanding amount, or the given one; fees come first. */
  pays(at: Date, amountCents = this.outstandingCents(), method: Method = this.usualMethod()): void {
    if (!this.canHappen(at) || amountCents <= 0) return;
    const arrivedAt = new Date(at.getTime() + arrivalMs(method));
    const arrived = arrivedAt < this.setting.today;
    this.payments.push({
      method,
      amountCents,
      createdAt: at,
      ...(arrived ? { status: "paid", endedAt: arrivedAt } : { status: "pending" }),
    });
    if (arrived) this.recordPayment(arrivedAt, amountCents, method);
  }

  /** Records an attempt to pay that failed or expired. */
  triesToPay(at: Date, status: "failed" | "expired"): void {
    if (!this.canHappen(at)) return;
    this.payments.push({ method: this.onlineMethod(), status, amountCents: this.outstandingCents(), createdAt: at, endedAt: at });
  }

  addFee(at: Date, type: keyof typeof FEES): void {
    if (this.canHappen(at)) this.addLine(at, type, inCurrency(FEES[type], this.setting.club.priceFactor));
  }

  addLateFee(at: Date): void {
    this.addFee(at, "LATE-PAYMENT-FEE-LINE");
  }

  /** Records that the bank takes back the last payment. */
  addChargeback(at: Date): void {
    const last = this.payments.findLast((payment) => payment.status === "paid");
    if (!last || !this.canHappen(at)) return;
    last.chargedBackAt = at;
    this.addLine(at, "CHARGEBACK-LINE", last.amountCents);
    this.addFee(at, "CHARGEBACK-FEE-LINE");
    this.addMessage(new Date(at.getTime() + MINUTE_MS), "chargeback");
  }

  /** Records a plan of equal instalments, 30 days apart. Instalments in the future, or after the plan is broken off, are scheduled. */
  agreesOnInstalments(at: Date, count: number, brokenOffAt: Date = this.setting.today): void {
    if (!this.canHappen(at)) return;
    const method = this.onlineMethod();
    const instalmentCents = Math.floor(this.outstandingCents() / count);
    this.addFee(at, "INSTALLMENT-FEE-LINE");
    this.addMessage(new Date(at.getTime() + MINUTE_MS), "plan");
    this.plan = { from: at, until: addDays(at, 30 * count) };
    // With the fee, and what division leaves over.
    const firstCents = this.outstandingCents() - instalmentCents * (count - 1);
    for (let index = 0; index < count; index += 1) {
      const dueAt = new Date(addDays(at, 30 * index).getTime() + 2 * MINUTE_MS);
      const amountCents = index === 0 ? firstCents : instalmentCents;
      if (dueAt < this.setting.today && dueAt < brokenOffAt) this.pays(dueAt, amountCents, method);
      else this.payments.push({ method, amountCents, status: "scheduled", createdAt: at });
    }
  }

  addCredit(at: Date, amountCents: number, description: string): void {
    if (this.canHappen(at)) this.addLine(at, "CREDIT-LINE", -amountCents, description);
  }

  addRetraction(at: Date, { description, reason }: { description: string; reason: string | null }, isShown: boolean): void {
    if (!this.canHappen(at)) return;
    for (const amountCents of creditsOf(accountOf(this.lines))) this.addLine(at, "CREDIT-LINE", amountCents, description);
    for (const payment of this.payments) if (payment.status === "scheduled") payment.status = "cancelled";
    if (isShown) this.addMessage(new Date(at.getTime() + MINUTE_MS), "retracted");
    this.retraction = {
      retractedAt: at,
      retractionReason: reason,
      showRetractionReasonToCustomer: isShown,
      creditNoteNumber: `C-${this.setting.externalInvoiceNumber}`,
    };
  }

  /** Sends a message by the customer's first channel: e-mail, otherwise telephone, otherwise post. */
  addMessage(at: Date, occasion: Occasion, type: Message["type"] = this.firstChannel()): void {
    if (this.canHappen(at)) this.messages.push({ type, description: this.words.messages[occasion], createdAt: at });
  }

  private usualMethod(): Method {
    return chooseMethod(this.setting.random, this.setting.member.country);
  }

  private onlineMethod(): Method {
    return chooseOnlineMethod(this.setting.random, this.setting.member.country);
  }

  firstChannel(): Message["type"] {
    const channels = { email: "EMAIL", sms: "SMS", letter: "LETTER", nobody: "LETTER" } as const;
    return channels[reachOf(this.setting.member.recipient)];
  }

  private recordPayment(at: Date, amountCents: number, method: Method): void {
    for (const part of splitPayment(this.lines, amountCents, method))
      this.addLine(at, part.type, part.amountCents, null, part.paymentMethod);
  }

  private addLine(date: Date, type: LineType, amountCents: number, description: string | null = null, paymentMethod: Method | null = null) {
    this.lines.push({ type, amountCents, description, date, paymentMethod });
  }
}
