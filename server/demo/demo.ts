import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { and, asc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { apiKeys, invoices, partners } from "@/db/schema";
import { DATA_FOLDER } from "@/server/platform/data-folder";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { findKeyHolder } from "@/server/tenancy/api-keys/find-key-holder";
import { type DemoPerson, prepareDemoPeople, withdrawDemoPeople } from "./demo-people";
import { isEmpty, loadDemo } from "./seed";

const KEY_NAME = "Demo";

/** Key and example for a first request, and people with whose accounts visitors sign in. */
export interface Demo {
  key: string;
  invoiceId: string;
  people: DemoPerson[];
}

/** Facts stored in the data folder, with random secrets per installation. Empty while the demo is loading. */
interface KeptDemo {
  partnerId?: string;
  keyId?: string;
  key?: string;
  people?: DemoPerson[];
}

/**
 * Loads the demo if the database is empty. Then prepares its key, its example and its people. Returns undefined if this data folder has no
 * demo, or the database no invoice.
 */
export async function prepareDemo(db: Connection["db"], onProgress: (text: string) => void): Promise<Demo | undefined> {
  if (await isEmpty(db)) {
    keepDemo({});
    await loadDemo(db, onProgress);
  }
  const kept = readDemo();
  if (!kept) return undefined;
  await arriveAtPresent(db);

  const [invoice] = await db
    .select({ id: invoices.id, partnerId: invoices.partnerId })
    .from(invoices)
    .where(kept.partnerId ? eq(invoices.partnerId, kept.partnerId) : undefined)
    .orderBy(asc(invoices.id))
    .limit(1);
  if (!invoice) return undefined;

  const { id: keyId, key } = await prepareKey(db, invoice.partnerId, kept);
  const people = await prepareDemoPeople(db, invoice.partnerId, kept.people ?? []);
  keepDemo({ partnerId: invoice.partnerId, keyId, key, people });
  return { key, invoiceId: invoice.id, people };
}

/**
 * Withdraws the demo's key and people: keys and passwords that were shown on a screen and stored in a file must not work outside this
 * machine. Recognises them from the database alone, which may come from another machine.
 */
export async function withdrawDemo(db: Connection["db"]): Promise<void> {
  const partnerIds = await withdrawDemoPeople(db);
  await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(inArray(apiKeys.partnerId, partnerIds), eq(apiKeys.name, KEY_NAME), isNull(apiKeys.revokedAt)));
  const kept = readDemo();
  // The file may be from another database.
  if (kept?.partnerId && partnerIds.includes(kept.partnerId)) keepDemo({ partnerId: kept.partnerId });
}

/** Advances an interrupted season to the present, without its customers' acts. */
async function arriveAtPresent(db: Connection["db"]): Promise<void> {
  await db
    .update(partners)
    .set({ clockTargetMs: 0 })
    .where(and(lt(partners.clockOffsetMs, 0), isNull(partners.clockTargetMs)));
}

async function prepareKey(db: Connection["db"], partnerId: string, { keyId, key }: KeptDemo): Promise<{ id: string; key: string }> {
  if (keyId && key && (await findKeyHolder(db, key))) return { id: keyId, key };
  return createApiKey(db, partnerId, { name: KEY_NAME });
}

function readDemo(): KeptDemo | undefined {
  try {
    return JSON.parse(readFileSync(demoFile, "utf8"));
  } catch {
    return undefined;
  }
}

function keepDemo(demo: KeptDemo): void {
  mkdirSync(DATA_FOLDER, { recursive: true, mode: 0o700 });
  writeFileSync(`${demoFile}.new`, `${JSON.stringify(demo, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${demoFile}.new`, demoFile);
}

const demoFile = join(DATA_FOLDER, "demo.json");
