import { and, asc, eq, gt, isNotNull, ne, not, or, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { customerLinks } from "@/db/schema/customer-links";
import { factors } from "@/db/schema/factors";
import { mails } from "@/db/schema/mails";
import { endpoints } from "@/db/schema/notifications";
import { encryptionKeys } from "@/server/env";
import { BOUND, decryptSecret, encryptSecret, type SecretRow } from "@/server/platform/secrets";

/** Columns with encrypted secrets. */
const places = {
  customer_links: [{ table: customerLinks, id: customerLinks.id, keyId: customerLinks.secretKeyId, data: customerLinks.secretData }],
  endpoints: [
    { table: endpoints, id: endpoints.id, keyId: endpoints.secretKeyId, data: endpoints.secretData },
    { table: endpoints, id: endpoints.id, keyId: endpoints.previousSecretKeyId, data: endpoints.previousSecretData },
  ],
  factors: [{ table: factors, id: factors.id, keyId: factors.secretKeyId, data: factors.secretData }],
  mails: [
    { table: mails, id: mails.id, keyId: mails.valuesKeyId, data: mails.values },
    { table: mails, id: mails.id, keyId: mails.bodyKeyId, data: mails.body },
  ],
} satisfies Record<SecretRow extends `${infer Table}:${string}` ? Table : never, Place[]>;

interface Place {
  table: PgTable;
  id: PgColumn;
  keyId: PgColumn;
  data: PgColumn;
}

const BATCH = 500;

/**
 * Encrypts stored secrets again with the first key of ENCRYPTION_KEY, if they use another key or are not bound to their row. Runs beside
 * the service, in batches, and does not overwrite concurrent changes. Returns the number of secrets encrypted. Throws if no key can decrypt
 * a secret.
 */
export async function rotateSecrets(db: Database): Promise<number> {
  let rotated = 0;
  for (const [tableName, columns] of Object.entries(places)) {
    for (const place of columns) rotated += await rotateIn(db, tableName as keyof typeof places, place);
  }
  return rotated;
}

/** Returns the ids of the keys that stored secrets need. */
export async function keysInUse(db: Database): Promise<string[]> {
  const used = new Set<string>();
  for (const { table, keyId } of Object.values(places).flat()) {
    const found = await db
      .select({ keyId: sql<string>`${keyId}` })
      .from(table)
      .where(isNotNull(keyId))
      .groupBy(keyId);
    for (const row of found) used.add(row.keyId);
  }
  return [...used].sort();
}

async function rotateIn(db: Database, tableName: keyof typeof places, place: Place): Promise<number> {
  let rotated = 0;
  for (let after = "", isFull = true; isFull; ) {
    const batch = await readBatch(db, place, after);
    for (const { id, keyId, data } of batch) {
      const row: SecretRow = `${tableName}:${id}`;
      const encrypted = encryptSecret(decryptSecret({ keyId, data }, row), row);
      const written = await db
        .update(place.table)
        .set({ [place.keyId.name]: encrypted.keyId, [place.data.name]: encrypted.data })
        .where(and(eq(place.id, id), eq(place.data, data)))
        .returning({ id: place.id });
      rotated += written.length;
      after = id;
    }
    isFull = batch.length === BATCH;
  }
  return rotated;
}

/** Reads the next secrets that are to be encrypted again, in the order of their rows' ids. */
async function readBatch(
  db: Database,
  { table, id, keyId, data }: Place,
  after: string,
): Promise<{ id: string; keyId: string; data: string }[]> {
  const [firstKey] = encryptionKeys();
  const isOld = or(ne(keyId, firstKey.id), not(sql`starts_with(${data}, ${BOUND})`));
  return db
    .select({ id: sql<string>`${id}`, keyId: sql<string>`${keyId}`, data: sql<string>`${data}` })
    .from(table)
    .where(and(gt(id, after), isNotNull(keyId), isNotNull(data), isOld))
    .orderBy(asc(id))
    .limit(BATCH);
}
