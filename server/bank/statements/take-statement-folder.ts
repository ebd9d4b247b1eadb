import { createReadStream } from "node:fs";
import { mkdir, readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isOutOfReach } from "@/db/failures";
import { partners } from "@/db/schema/partners";
import { systemActor } from "@/server/actor";
import { isPartnerId } from "@/server/domain/formats/id";
import { SECOND_MS } from "@/server/domain/formats/time";
import { DomainError } from "@/server/errors";
import { log } from "@/server/platform/log";
import { receiveFile } from "./receive-file";
import { StatementRefusal } from "./statement";
import { storeStatementFile } from "./store-statement-file";

/** Time without changes after which a file counts as complete, in ms. */
const SETTLED_AFTER_MS = 5 * SECOND_MS;

/**
 * Stores the files in `<folder>/<partner id>/`, where an operator's program puts them, such as an EBICS client. A stored file moves to
 * `taken`; a refused one moves to `refused`, with the reason in a file beside it. A crash before the move does no harm: storing the same
 * file again changes nothing. Returns the number of stored and refused files.
 */
export async function takeStatementFolder(db: Database, folder: string, isStopping: () => boolean = () => false): Promise<number> {
  let taken = 0;
  for (const partnerId of (await readdir(folder)).filter(isPartnerId).sort()) {
    const [partner] = await db.select().from(partners).where(eq(partners.id, partnerId));
    if (!partner) continue;
    for (const name of await settledFilesIn(join(folder, partnerId))) {
      if (isStopping()) return taken;
      const path = join(folder, partnerId, name);
      const refusal = await receiveFile(createReadStream(path), (file) =>
        storeStatementFile(db, systemActor(partner), { name }, file),
      ).then(() => null, reasonOf);
      // While the service stops, its reader may have been stopped as well: the file is tried again after the next start.
      if (refusal !== null && isStopping()) return taken;
      await move(join(folder, partnerId), name, refusal);
      log().info({ partner: partnerId, file: name, refusal }, "statement file taken from the folder");
      taken += 1;
    }
  }
  return taken;
}

async function settledFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map(({ name }) => name);
  const settled = await Promise.all(names.map(async (name) => Date.now() - (await stat(join(folder, name))).mtimeMs > SETTLED_AFTER_MS));
  return names.filter((_, index) => settled[index]).sort();
}

/** Returns the reason to refuse the file. Rethrows errors for which the file is not to blame, so that it is tried again. */
function reasonOf(error: unknown): string {
  const isFinal = error instanceof DomainError && error.code !== "service_unavailable" && !isOutOfReach(error);
  if (error instanceof StatementRefusal || isFinal) return error.message;
  throw error;
}

async function move(folder: string, name: string, refusal: string | null): Promise<void> {
  const into = join(folder, refusal === null ? "taken" : "refused");
  await mkdir(into, { recursive: true });
  if (refusal !== null) await writeFile(join(into, `${name}.reason.txt`), `${name}: ${refusal}\n`);
  await rename(join(folder, name), join(into, name));
}
