/** A reader's position: everything that the snapshot `seen` sees, and of what `until` sees besides, everything up to the change `after`. */
export interface ChangeCursor {
  /** In Postgres's words, as all snapshots here. */
  seen: string;
  /** Null: all that `seen` sees has been read, and no more was begun. */
  part: { until: string; transactionId: string; changeId: string } | null;
  /** When it was answered. */
  answeredAt: Date;
}

/** Before anything was done. */
export const NOTHING_SEEN = "1:1:";

const SNAPSHOT = String.raw`\d{1,19}:\d{1,19}:[\d,]*`;
const SHAPE = new RegExp(String.raw`^(\d{1,16}) (${SNAPSHOT})(?: (${SNAPSHOT}) (\d{1,19}) (\d{1,19}))?$`);

/** Opaque to partners, but not secret: a forged cursor only returns the caller's own changes. */
export function writeCursor({ seen, part, answeredAt }: ChangeCursor): string {
  const words = [answeredAt.getTime(), seen, ...(part ? [part.until, part.transactionId, part.changeId] : [])];
  return Buffer.from(words.join(" ")).toString("base64url");
}

/** Undefined: the text is not a cursor of ours. */
export function readCursor(text: string): ChangeCursor | undefined {
  const [, answeredAt, seen, until, transactionId, changeId] = SHAPE.exec(Buffer.from(text, "base64url").toString("latin1")) ?? [];
  if (!seen || !isSnapshot(seen) || (until && !isSnapshot(until))) return undefined;
  const part = until && transactionId && changeId ? { until, transactionId, changeId } : null;
  if (part && BigInt(part.changeId) >= 2n ** 63n) return undefined;
  return { seen, part, answeredAt: new Date(Number(answeredAt)) };
}

/** What Postgres takes for one: from its oldest to its next transaction, between them those that were running, in their order. */
function isSnapshot(text: string): boolean {
  const [oldest = "", next = "", running = ""] = text.split(":");
  const numbers = [oldest, ...(running === "" ? [] : running.split(","))].map((word) => (word === "" ? -1n : BigInt(word)));
  const [first = 0n, ...others] = numbers;
  if (first < 1n || BigInt(next) < first || BigInt(next) > 2n ** 62n) return false;
  let last = first - 1n;
  for (const number of others) {
    if (number <= last || number >= BigInt(next)) return false;
    last = number;
  }
  return true;
}
