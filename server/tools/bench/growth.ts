import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Connection, connect } from "@/db/client";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/db/embedded/embedded";
import { migrate } from "@/db/migrate";
import { only } from "@/db/rows";
import { type Host, startProductionProcess } from "@/server/testing/hosts";
import { measureRate } from "./comparisons";
import { adminUrlOf, fill, givenBenchPartner } from "./data";
import { print, say } from "./report";

// Measures how the interface slows down with more invoices, and the invoices' size on disk. The arguments are the numbers of invoices,
// smallest first.

const SIZES = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [10_000, 1_000_000];

interface Rates {
  size: number;
  get: number;
  post: number;
}

const folder = mkdtempSync(join(tmpdir(), "ics-bench-"));
const postgres = await startEmbeddedPostgres({ folder, onProgress: say });
let service: Host | undefined;
try {
  await measure(postgres);
} finally {
  await service?.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(postgres: EmbeddedPostgres): Promise<void> {
  const { appUrl, ownerUrl } = postgres;
  await migrate(ownerUrl, appUrl);
  const admin = connect(adminUrlOf(postgres), { max: 1 });
  const partner = await givenBenchPartner(admin);
  service = await startProductionProcess(folder, {
    DATABASE_URL: appUrl,
    MIGRATION_DATABASE_URL: ownerUrl,
    RATE_LIMIT: "1000000",
    LOG_LEVEL: "info",
  });
  let filled = 0;
  let before: Rates | undefined;
  for (const size of SIZES) {
    await fill(admin, partner, filled, size);
    filled = size;
    const bytes = await bytesPerInvoice(admin);
    const data = { ...partner, invoices: size };
    const rates: Rates = {
      size,
      get: await measureRate(service, "GET invoice", data),
      post: await measureRate(service, "POST invoice", data),
    };
    print(
      `${size} invoices: GET ${rates.get.toFixed(0)}/s, POST ${rates.post.toFixed(0)}/s, ${bytes} bytes on disk for each with its lines`,
    );
    if (before) print(comparison(before, rates));
    before = rates;
  }
  await admin.close();
}

function comparison(before: Rates, now: Rates): string {
  return `At ${now.size} invoices against ${before.size}: GET ${(now.get / before.get).toFixed(2)}, POST ${(now.post / before.post).toFixed(2)} by rate (to reach: 0.85 at 1,000,000 against 10,000, and 0.8 at 10,000,000 against 1,000,000)`;
}

/** Size including three lines each, and all indexes. */
async function bytesPerInvoice({ db }: Connection): Promise<number> {
  const { bytes } = only(
    await db.execute<{ bytes: number }>(sql`
      select ((pg_total_relation_size('invoices') + pg_total_relation_size('invoice_lines')) / count(*))::int as bytes from invoices`),
  );
  return bytes;
}
