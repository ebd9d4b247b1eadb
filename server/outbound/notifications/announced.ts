import { type SQL, sql } from "drizzle-orm";

/** What happens without GET of the invoice showing any of it: a message that is sent again stands there already, or comes to when it was taken. */
const NOT_SHOWN_BY_GET = [
  "assigned_to_support",
  "left_support",
  "tickets_unanswered",
  "tickets_answered",
  "tickets_archived",
  "message_sent_again",
];

/** The contract lists what counts of an import: neither that it was made, which the partner did, nor how it is collected, which GET does not show. */
const NOT_LISTED_FOR_IMPORTS = ["created", "settings_updated"];

/**
 * Whether partners are told of a row `c` of changes (contract, section 4): what GET of the invoice or the import would show. A kind that is
 * new is announced until it is listed here.
 */
export const whereAnnounced: SQL = sql`(
  (c.record = 'import' and c.kind <> all (${arrayOf(NOT_LISTED_FOR_IMPORTS)}))
  or (c.record = 'invoice' and c.kind <> all (${arrayOf(NOT_SHOWN_BY_GET)})))`;

function arrayOf(kinds: string[]): SQL {
  return sql`${`{${kinds.join(",")}}`}::text[]`;
}
