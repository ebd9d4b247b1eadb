import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { CollectedRow } from "@/server/billing/collection/collected-invoices";
import { findPromise } from "@/server/billing/invoices/find-promise";
import { dayAt } from "@/server/domain/formats/calendar";
import { isReminder } from "@/server/domain/rules/collection-messages";
import { stateOfPromise } from "@/server/domain/rules/promise";
import { dayOf, type Subject } from "./message-subject";
import { sayInMessage } from "./say-in-message";

/**
 * Returns sentences for the first reminder after a promised day: the customer had named the day, and did not pay. One sentence if all invoices
 * that the mail asks for have the same day, otherwise one for each invoice. None if no promise was missed.
 */
export async function sayMissedPromises(
  db: Database,
  { kind, round, createdAt, partnerId }: Pick<OutgoingMessage, "kind" | "round" | "createdAt" | "partnerId">,
  found: Subject,
  askedFor: readonly { number: string; collected: CollectedRow }[],
): Promise<string[]> {
  if (!isReminder(kind)) return [];
  const missed: { number: string; day: string }[] = [];
  for (const { number, collected } of askedFor) {
    if (collected.settings.promiseDays === null) continue;
    const promise = await findPromise(db, { partnerId, id: collected.id });
    if (!promise || stateOfPromise(promise, collected.lines, dayAt(createdAt)) !== "missed") continue;
    const earlierReminders = collected.messages.filter(
      (sent) => sent.fate === "left" && isReminder(sent.kind) && !(sent.kind === kind && sent.round === round),
    );
    const wasTold = earlierReminders.some((sent) => dayAt(sent.at) > promise.until);
    if (!wasTold) missed.push({ number, day: promise.promisedOn });
  }
  const [first] = missed;
  if (!first) return [];
  const say = sayInMessage[found.invoice.locale];
  const company = found.company.name;
  const isSame = missed.length === askedFor.length && missed.every(({ day }) => day === first.day);
  const said = isSame ? [{ ...first, number: "none" }] : missed;
  return said.map(({ number, day }) => say("promise.missed", { company, number, date: dayOf(found, day) }));
}
