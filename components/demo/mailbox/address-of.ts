/** What the mailbox's address says. */
export interface MailboxView {
  search: string;
  openId: string | undefined;
  /** A customer's mail as programs show it that show no pages. */
  asText: boolean;
}

/** The address of the mailbox with another view of it. */
export function addressOf({ search, openId, asText }: MailboxView): string {
  const query = new URLSearchParams({
    ...(openId !== undefined && { mail: openId }),
    ...(search !== "" && { q: search }),
    ...(asText && { as: "text" }),
  });
  return query.size > 0 ? `/mailbox?${query}` : "/mailbox";
}
