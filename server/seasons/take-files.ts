import { and, asc, eq, isNull, ne } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import { type Season, seasonFiles } from "@/db/schema/seasons";
import { systemActor } from "@/server/actor";
import { receiveFile } from "@/server/bank/statements/receive-file";
import { StatementRefusal } from "@/server/bank/statements/statement";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { clock } from "@/server/platform/clock";

/**
 * Takes in the bank's files of a season that were made and not taken in yet, in their order, as an upload by a person does. A file that was
 * stored before a crash counts once. If the service refuses a file, the reason is kept with it, and the next one is taken.
 */
export async function takeFiles(db: Database, { partnerId, id: seasonId }: Season): Promise<void> {
  const files = await db
    .select()
    .from(seasonFiles)
    .where(
      and(
        eq(seasonFiles.partnerId, partnerId),
        eq(seasonFiles.seasonId, seasonId),
        isNull(seasonFiles.takenAt),
        ne(seasonFiles.kind, "pain008"),
      ),
    )
    .orderBy(asc(seasonFiles.day), asc(seasonFiles.place));
  for (const { id, name, contents } of files) {
    const actor = systemActor(only(await db.select().from(partners).where(eq(partners.id, partnerId))));
    const refusal = await receiveFile(inOnePiece(contents), (file) => storeStatementFile(db, actor, { name }, file)).then(
      () => null,
      (error: unknown) => {
        if (error instanceof StatementRefusal) return error.message;
        throw error;
      },
    );
    await db
      .update(seasonFiles)
      .set({ takenAt: clock.now(actor), refusal })
      .where(and(eq(seasonFiles.partnerId, partnerId), eq(seasonFiles.id, id)));
  }
}

async function* inOnePiece(contents: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(contents);
}
