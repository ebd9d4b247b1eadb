import { type SQL, sql } from "drizzle-orm";
import { listOf } from "@/db/json-list";
import { invoices } from "@/db/schema/invoices";
import { type Author, type NamedPerson, personAsAuthor, type Reader } from "./author";
import type { ConversationAct } from "./conversation";

/** Changes of an invoice made in one transaction, from the table of changes. */
export interface Act extends NamedPerson {
  /** Position among all acts. */
  id: number;
  at: Date;
  kinds: string[];
  actor: string;
  keyName: string | null;
}

/**
 * SQL that converts a real time to the time by the partner's clock, with the offset that the clock had then. For use inside a query of
 * invoices.
 */
export const inBusinessTime = (at: SQL): SQL => sql`${at} + interval '1 millisecond' * coalesce((
  select move.clock_offset_ms from clock_moves move where move.partner_id = ${invoices.partnerId} and move.moved_at <= ${at}
  order by move.moved_at desc, move.id desc limit 1), 0)`;

/** Acts on the invoice of the surrounding query, and the transmission of its import, in order. */
export const actsOfInvoice: SQL<Act[]> = listOf<Act, "at">(
  sql`select act.id, ${inBusinessTime(sql`act.at`)} as at, act.kinds, act.actor, person.name as "personName", person.role as "personRole", key.name as "keyName"
    from (
      select min(id) as id, min(changed_at) as at, array_agg(kind) as kinds, actor
      from changes
      where partner_id = ${invoices.partnerId} and record_id in (${invoices.id}, ${invoices.importId}) and (record = 'invoice' or kind = 'transmitted')
      group by transaction_id, actor
    ) act
    left join users person on act.actor like 'person:%' and person.id = substr(act.actor, 8)
      and (person.partner_id = ${invoices.partnerId} or person.role = 'support')
    left join api_keys key on act.actor like 'key:%' and key.partner_id = ${invoices.partnerId} and key.id = substr(act.actor, 5)
    order by act.id`,
  "at",
);

/** Returns the actor as an author, as far as the reader may know them. */
export function actorAsAuthor({ actor, keyName, ...person }: Omit<Act, "id" | "at">, reader: Reader): Author {
  const [kind] = actor.split(":");
  if (kind === "key") return { kind: "key", name: keyName };
  if (kind === "customer") return { kind: "customer" };
  return personAsAuthor(person, reader);
}

/**
 * Returns the acts on a conversation. The time of support's current assignment comes from `assignedAt`, which is more exact than the table
 * of changes.
 */
export function conversationActs(acts: Act[], assignedAt: Date | null): (Act & { kind: ConversationAct })[] {
  const onConversation = acts.flatMap((act) => {
    const kind = conversationActOf(act);
    return kind ? { ...act, kind } : [];
  });
  const currentAssignment = assignedAt && onConversation.findLast(({ kind }) => kind === "assigned_to_support");
  if (assignedAt && currentAssignment) currentAssignment.at = assignedAt;
  return onConversation;
}

/**
 * Returns the act on the conversation that a transaction contains, apart from messages. A reply also changes the status of tickets, but
 * adds one; taking a conversation out of the archive adds none.
 */
function conversationActOf({ kinds }: Act): ConversationAct | undefined {
  if (kinds.includes("tickets_archived")) return "archived";
  if (kinds.includes("left_support")) return "left_support";
  const changesStatus = kinds.includes("tickets_answered") || kinds.includes("tickets_unanswered");
  if (changesStatus && !kinds.includes("ticket_added")) return "unarchived";
  return kinds.includes("assigned_to_support") ? "assigned_to_support" : undefined;
}
