/** Failure of a message to a customer that did not arrive, as a person states. */
export const NOT_ARRIVED = "not_arrived";

/** Failure of a message to a customer whose address the mail server refused for good. */
export const ADDRESS_REFUSED = "address_refused";

/** A mail server's answer that refuses a mail. */
interface Refusal {
  /** Three digits, such as 550. */
  responseCode?: number | undefined;
  /** All of the answer, such as `550 5.1.1 No such user`. */
  response?: string | undefined;
  /** Command that it answers, such as `RCPT TO`. */
  command?: string | undefined;
}

/** An enhanced status code (RFC 3463), such as `5.1.1`, after the three digits. */
const STATUS = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/;

/** The mailbox or its domain does not exist, has moved, or takes no mail (RFC 3463, RFC 7505). */
const ADDRESS_STATUS = new Set(["5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.0", "5.2.1"]);

/** Answers to `RCPT TO` about the mailbox (RFC 5321, section 4.2.3). */
const ADDRESS_CODES = new Set([550, 551, 553]);

/**
 * Whether a mail server refuses an address for good. False for all that may be about the sender or its own mail server, such as a quota, a block list
 * or relaying that is denied: a server that gives a status code tells these apart.
 */
export function isAddressRefused({ responseCode = 0, response = "", command }: Refusal): boolean {
  if (responseCode < 500 || command === "MAIL FROM") return false;
  const [, status] = STATUS.exec(response) ?? [];
  return status === undefined ? command === "RCPT TO" && ADDRESS_CODES.has(responseCode) : ADDRESS_STATUS.has(status);
}
