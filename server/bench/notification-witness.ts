import { createServer } from "node:http";
import { count, inArray } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { messages } from "@/db/schema/messages";

interface Watched {
  /** When each of its changes was committed, as far as its writer knows, by the clock of this process; a record's version is their number. */
  commits: number[];
  /** The version that was found when we were last told of it. */
  seen: number;
}

/** Knows what was committed, and what a receiver finds that looks at each record as soon as it is told of it. */
export class Witness {
  olderThanTold = 0;
  private readonly watched = new Map<string, Watched>();
  private readonly waitedMs: number[] = [];

  constructor(private readonly db: Connection["db"]) {}

  sawCommit(id: string): void {
    this.of(id).commits.push(performance.now());
  }

  async sawNotification(ids: string[]): Promise<void> {
    const toldAt = performance.now();
    const found = await this.db
      .select({ id: messages.invoiceId, version: count() })
      .from(messages)
      .where(inArray(messages.invoiceId, ids))
      .groupBy(messages.invoiceId);
    for (const { id, version } of found) {
      const record = this.of(id);
      if (version < record.seen) this.olderThanTold += 1;
      // Of those that its writer does not know to be committed yet, none was waited for.
      this.waitedMs.push(...record.commits.slice(record.seen, version).map((committedAt) => Math.max(0, toldAt - committedAt)));
      record.seen = Math.max(record.seen, version);
    }
  }

  /** Records whose latest version nobody has told of. */
  missed(): number {
    return [...this.watched.values()].filter(({ commits, seen }) => seen < commits.length).length;
  }

  /** In whole milliseconds. */
  latencies(): { p50: number; p99: number; most: number } {
    const sorted = this.waitedMs.toSorted((one, other) => one - other);
    const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    return { p50: at(0.5), p99: at(0.99), most: at(1) };
  }

  private of(id: string): Watched {
    const known = this.watched.get(id) ?? { commits: [], seen: 0 };
    this.watched.set(id, known);
    return known;
  }
}

const REFUSED_SHARE = 0.02;

/** A partner's system that looks at what it is told of before it confirms, and at times refuses or takes its time. */
export async function startReceiver(witness: Witness) {
  let requests = 0;
  let refused = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    requests += 1;
    if (Math.random() < REFUSED_SHARE) {
      refused += 1;
      response.writeHead(500).end();
      return;
    }
    await witness.sawNotification(JSON.parse(Buffer.concat(chunks).toString("utf8")).invoice_ids);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/hooks`,
    requests: () => requests,
    refused: () => refused,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
