import { z } from "zod";
import { outgoingKind } from "@/db/schema/collections";
import { simulatedOutcomes } from "@/server/customer-page/simulate-payment";
import { DAY_MS } from "@/server/domain/formats/time";
import { offerableMethods } from "@/server/domain/rules/payment-methods";
import { choice, field, optionalChoice, refused } from "@/server/platform/fields";
import type { Sandbox } from "@/server/sandbox/find-sandbox";
import type { SimulatedMail } from "@/server/sandbox/list-simulated-mails";
import { MOST_DAYS } from "@/server/sandbox/move-clock";
import { idText, timestamp } from "./resource";

/** A sandbox's clock. This is the contract: add to it, never rename. */
export const clockResource = z
  .strictObject({
    now: timestamp().meta({ description: "Current time in the sandbox." }),
    days_ahead: z.number().meta({ description: "Number of days by which its clock is ahead of real time." }),
    on_its_way_to: timestamp().nullable().meta({
      description: "Time that the clock is moving to; null: it has arrived, and everything that fell due on the way has happened.",
    }),
  })
  .meta({ id: "SandboxClock" });

export function presentClock({ now, offsetMs, goingTo }: Sandbox): z.infer<typeof clockResource> {
  const hundredthsOfDays = Math.round((offsetMs / DAY_MS) * 100);
  return { now: now.toISOString(), days_ahead: hundredthsOfDays / 100, on_its_way_to: goingTo?.toISOString() ?? null };
}

const days = field(
  "invalid_days",
  (given) => (typeof given === "number" && Number.isInteger(given) && given >= 1 && given <= MOST_DAYS ? given : refused),
  {
    type: "integer",
    minimum: 1,
    maximum: MOST_DAYS,
  },
);

export const clockMoveBody = z.object({ days }).meta({ id: "ClockMove" });

export const simulatedPaymentBody = z
  .object({
    outcome: choice("invalid_outcome", simulatedOutcomes),
    method: optionalChoice("invalid_method", offerableMethods),
  })
  .meta({ id: "SimulatedPayment" });

/** Mails that a sandbox would have sent to the customers of an invoice. */
export const simulatedMailsResource = z
  .strictObject({
    invoice_id: idText(),
    mails: z.array(
      z.strictObject({
        message_id: idText(),
        kind: z.enum(outgoingKind.enumValues),
        recipient: z.string(),
        subject: z.string(),
        text: z.string(),
        date: timestamp(),
      }),
    ),
  })
  .meta({ id: "SimulatedMails" });

export function presentSimulatedMails(invoiceId: string, mails: SimulatedMail[]): z.infer<typeof simulatedMailsResource> {
  return {
    invoice_id: invoiceId,
    mails: mails.map(({ id, kind, recipient, subject, text, at }) => ({
      message_id: id,
      kind,
      recipient,
      subject,
      text,
      date: at.toISOString(),
    })),
  };
}
