import { z } from "zod";
import type { ChangesPage } from "@/server/notifications/list-changes";
import { field, isNothing, refused } from "@/server/platform/fields";
import { pageParameters, underscoredNames } from "./page";
import { idText } from "./resource";

/** Records that changed. This is the contract: add to it, never rename. */
export const changesResource = z
  .strictObject({
    invoice_ids: z.array(idText()),
    import_ids: z.array(idText()),
    next_cursor: z.string().meta({ description: "Cursor for the next request. Valid for 30 days." }),
    has_more: z.boolean().meta({ description: "Whether more changes can be requested now. If not, ask again later." }),
  })
  .meta({ id: "Changes" });

export function presentChanges({ invoiceIds, importIds, nextCursor, hasMore }: ChangesPage): z.infer<typeof changesResource> {
  return { invoice_ids: invoiceIds, import_ids: importIds, next_cursor: nextCursor, has_more: hasMore };
}

function readCursor(given: unknown): string | null | typeof refused {
  if (isNothing(given)) return null;
  return typeof given === "string" ? given : refused;
}

const cursor = field("invalid_cursor", readCursor, {
  type: "string",
  description: "`next_cursor` of the previous answer. Without it, the answer begins with the oldest change.",
});

export const changesParameters = z.preprocess(underscoredNames, z.object({ cursor, page_size: pageParameters.page_size }));
