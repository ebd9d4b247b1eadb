import { type SQL, sql } from "drizzle-orm";

/** Changes that GET of the invoice does not show. A message that is sent again is already shown, or is shown once it is accepted. */
const NOT_SHOWN_BY_GET = [
  "assigned_to_support",
  "left_support",
  "tickets_unanswered",
  "tickets_answered",
  "tickets_archived",
  "message_sent_again",
];

/**
 * Changes of an import that are not announced: its creation, which is the partner's own act, and its collection settings, which GET does
 * not show.
 */
const NOT_ANNOUNCED_FOR_IMPORTS = ["created", "settings_updated"];

/**
 * Returns the condition that partners are notified of row `c` of changes (contract, section 4). A new kind of change of an invoice or
 * import is announced unless it is listed here. `withMandates`: whether changes of mandates are announced as well. Only clients that know
 * mandates ask for them, and GET shows all of their changes.
 */
export function whereAnnounced(withMandates: SQL): SQL {
  return sql`(
  (c.record = 'import' and c.kind <> all (${arrayOf(NOT_ANNOUNCED_FOR_IMPORTS)}))
  or (c.record = 'invoice' and c.kind <> all (${arrayOf(NOT_SHOWN_BY_GET)}))
  or (c.record = 'mandate' and ${withMandates}))`;
}

function arrayOf(kinds: string[]): SQL {
  return sql`${`{${kinds.join(",")}}`}::text[]`;
}
