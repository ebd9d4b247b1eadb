import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { uploadSlots } from "@/db/schema/upload-slots";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { newId } from "@/server/platform/id";
import { hashFile, type ReceivedFile, receiveFile } from "./receive-file";
import { findStoredFile } from "./store-statement-file";

/** Numbers of a partner's slots. Each upload takes one. */
const SLOTS = [1, 2] as const;

/** Time after which a slot is free even if its process has not freed it: longer than an upload takes, including its processing. */
const HELD_FOR = sql`interval '15 minutes'`;

/**
 * Receives and processes a partner's upload, at most two at a time over all processes. A third upload is only hashed, without a temporary
 * file: if a file with the same bytes is stored already, calls `work` with an empty path, so that the answer is the usual one; otherwise
 * throws `rate_limited`. Also throws the errors of `receiveFile`.
 */
export async function receiveUpload<Result>(
  db: Database,
  actor: Actor,
  chunks: AsyncIterable<Uint8Array>,
  work: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const id = await takeSlot(db, actor);
  if (!id) {
    const file = await hashFile(chunks);
    if (!(await findStoredFile(db, actor, file))) throw new DomainError("rate_limited");
    return work({ ...file, path: "" });
  }
  try {
    return await receiveFile(chunks, work);
  } finally {
    // If the database cannot be reached, the result stands, and the slot becomes free when it expires.
    await db
      .delete(uploadSlots)
      .where(and(eq(uploadSlots.partnerId, actor.partnerId), eq(uploadSlots.id, id)))
      .catch(() => {});
  }
}

/** Returns the upload's id; undefined if the partner's slots are taken. */
async function takeSlot(db: Database, { partnerId }: Actor): Promise<string | undefined> {
  const upload = { id: newId(), endsAt: sql`now() + ${HELD_FOR}` };
  for (const slot of SLOTS) {
    const taken = await db
      .insert(uploadSlots)
      .values({ partnerId, slot, ...upload })
      .onConflictDoUpdate({
        target: [uploadSlots.partnerId, uploadSlots.slot],
        set: upload,
        setWhere: lt(uploadSlots.endsAt, sql`now()`),
      })
      .returning({ id: uploadSlots.id });
    if (taken.length > 0) return upload.id;
  }
  return undefined;
}
