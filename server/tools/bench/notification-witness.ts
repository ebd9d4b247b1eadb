/** Fetches the records, like a partner, and returns their versions by id. */
export type FetchVersions = (ids: string[]) => Promise<Map<string, number>>;

interface Watched {
  /** Commit times of the record's versions, as far as its writer knows, by this process's clock. */
  commits: number[];
  /** The latest version that a notified receiver has fetched. */
  seen: number;
}

/** Records commits, and the versions found by a receiver that fetches each record immediately after a notification. */
export class Witness {
  olderThanAnnounced = 0;
  private readonly watched = new Map<string, Watched>();
  private readonly waitedMs: number[] = [];

  constructor(private readonly fetchVersions: FetchVersions) {}

  /** Latest version known to be committed; 0 for a record that was never changed. */
  versionOf(id: string): number {
    return this.of(id).commits.length;
  }

  /** Records that the record's next version was committed. */
  sawCommit(id: string): void {
    this.of(id).commits.push(performance.now());
  }

  /** Records a notification. If `fetchVersions` throws, rethrows, and nothing counts as seen. */
  async sawNotification(ids: string[]): Promise<void> {
    const toldAt = performance.now();
    const committed = new Map(ids.map((id) => [id, this.versionOf(id)]));
    const found = await this.fetchVersions(ids);
    for (const id of ids) {
      const record = this.of(id);
      const version = found.get(id) ?? 0;
      if (version < (committed.get(id) ?? 0)) this.olderThanAnnounced += 1;
      // Leaves out versions whose commit the writer does not know yet.
      this.waitedMs.push(...record.commits.slice(record.seen, version).map((committedAt) => Math.max(0, toldAt - committedAt)));
      record.seen = Math.max(record.seen, version);
    }
  }

  /** Returns the number of records whose latest version was never announced. */
  missed(): number {
    return [...this.watched.values()].filter(({ commits, seen }) => seen < commits.length).length;
  }

  /** Returns the number of records that lack a version acknowledged to its writer. */
  async lost(): Promise<number> {
    const found = await this.fetchVersions([...this.watched.keys()]);
    return [...this.watched].filter(([id, { commits }]) => (found.get(id) ?? 0) < commits.length).length;
  }

  /** Returns the times from commit to notification since the last call, in ms. */
  takeLatencies(): { p50: number; p99: number; most: number } {
    const sorted = this.waitedMs.splice(0).sort((one, other) => one - other);
    const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    return { p50: at(0.5), p99: at(0.99), most: at(1) };
  }

  private of(id: string): Watched {
    const known = this.watched.get(id) ?? { commits: [], seen: 0 };
    this.watched.set(id, known);
    return known;
  }
}
