/** State of the mailbox in its URL. */
export interface MailboxView {
  search: string;
  openId: string | undefined;
  /** Whether to show a customer's mail as text. */
  asText: boolean;
}

/** Returns the address of the mailbox with this state. */
export function addressOf({ search, openId, asText }: MailboxView): string {
  const query = new URLSearchParams({
    ...(openId !== undefined && { mail: openId }),
    ...(search !== "" && { q: search }),
    ...(asText && { as: "text" }),
  });
  return query.size > 0 ? `/mailbox?${query}` : "/mailbox";
}
