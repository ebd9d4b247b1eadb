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
    mandate_ids: z.array(idText()).optional().meta({ description: "Mandates that changed. Absent unless `mandates` is `true`." }),
    next_cursor: z.string().meta({ description: "Cursor for the next request. Valid for 30 days." }),
    has_more: z.boolean().meta({ description: "Whether more changes can be requested now. If not, ask again later." }),
  })
  .meta({ id: "Changes" });

export function presentChanges({ invoiceIds, importIds, mandateIds, ...page }: ChangesPage): z.infer<typeof changesResource> {
  return {
    invoice_ids: invoiceIds,
    import_ids: importIds,
    ...(mandateIds && { mandate_ids: mandateIds }),
    next_cursor: page.nextCursor,
    has_more: page.hasMore,
  };
}

function readCursor(given: unknown): string | null | typeof refused {
  if (isNothing(given)) return null;
  return typeof given === "string" ? given : refused;
}

const cursor = field("invalid_cursor", readCursor, {
  type: "string",
  description: "`next_cursor` of the previous answer. Without it, the answer begins with the oldest change.",
});

/** Words other than `true` were ignored before the parameter existed, and still are. */
const mandates = field("invalid_request", (given) => given === "true", {
  type: "boolean",
  default: false,
  description:
    "`true`: changes of mandates are listed as well, in `mandate_ids`. A cursor from an answer without them has passed their earlier changes: begin without a cursor, or list the mandates of each company once.",
});

export const changesParameters = z.preprocess(underscoredNames, z.object({ cursor, page_size: pageParameters.page_size, mandates }));
