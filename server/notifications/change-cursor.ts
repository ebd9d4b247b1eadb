/**
 * A reader's position. The reader has read:
 * - all changes that the snapshot `seen` sees;
 * - of the changes that the snapshot `position.until` sees in addition, all up to the change of `position`.
 */
export interface ChangeCursor {
  /** A snapshot in Postgres's text form, as all snapshots here. */
  seen: string;
  /** Null: the changes that `seen` sees have been read, and no others. */
  position: { until: string; transactionId: string; changeId: string } | null;
  /** When the page with this cursor was returned. */
  answeredAt: Date;
}

/** Snapshot of an empty database. */
export const NOTHING_SEEN = "1:1:";

const SNAPSHOT = String.raw`\d{1,19}:\d{1,19}:[\d,]*`;
const SHAPE = new RegExp(String.raw`^(\d{1,16}) (${SNAPSHOT})(?: (${SNAPSHOT}) (\d{1,19}) (\d{1,19}))?$`);

/** Maximum transaction id in a cursor: far above all real ids, and within the limit of Postgres's snapshots. */
const LARGEST_TRANSACTION_ID = 2n ** 62n;

/** Largest value of Postgres's type bigint. */
const LARGEST_BIGINT = 2n ** 63n - 1n;

/** Encodes a cursor. Opaque to partners, but not secret: a forged cursor only returns the caller's own changes. */
export function writeCursor({ seen, position, answeredAt }: ChangeCursor): string {
  const words = [answeredAt.getTime(), seen, ...(position ? [position.until, position.transactionId, position.changeId] : [])];
  return Buffer.from(words.join(" ")).toString("base64url");
}

/** Decodes a cursor; undefined if the text does not have the shape of one. */
export function readCursor(text: string): ChangeCursor | undefined {
  const [, answeredAt, seen, until, transactionId, changeId] = SHAPE.exec(Buffer.from(text, "base64url").toString("latin1")) ?? [];
  if (!seen || !isSnapshot(seen) || (until && !isSnapshot(until))) return undefined;
  const position = until && transactionId && changeId ? { until, transactionId, changeId } : null;
  if (position && BigInt(position.changeId) > LARGEST_BIGINT) return undefined;
  return { seen, position, answeredAt: new Date(Number(answeredAt)) };
}

/**
 * Whether Postgres accepts the text as a snapshot: the oldest running transaction, the next one, and between them the running ones in
 * ascending order.
 */
function isSnapshot(text: string): boolean {
  const [oldest = "", next = "", running = ""] = text.split(":");
  // An empty number, as in `1:5:2,,3`, is read as -1, which is refused.
  const numbers = [oldest, ...(running === "" ? [] : running.split(","))].map((word) => (word === "" ? -1n : BigInt(word)));
  const [first = 0n, ...runningNumbers] = numbers;
  if (first < 1n || BigInt(next) < first || BigInt(next) > LARGEST_TRANSACTION_ID) return false;
  let previous = first - 1n;
  for (const number of runningNumbers) {
    if (number <= previous || number >= BigInt(next)) return false;
    previous = number;
  }
  return true;
}
