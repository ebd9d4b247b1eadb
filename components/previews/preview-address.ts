import { createLoader, createSerializer, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsId } from "@/components/data/address";
import { locales } from "@/server/domain/formats/locales";

export const previewViews = ["mail", "text", "page"] as const;
export const previewWidths = ["phone", "desktop"] as const;

/** State of a preview in its URL. */
export const previewAddress = {
  /** Search among the import's customers. */
  q: parseAsString.withDefault(""),
  /** The customer's invoice; null: the first of the list. */
  invoice: parseAsId,
  /** Null: the customer's own language. */
  language: parseAsStringLiteral(locales),
  /** The message, as `keyOf` names it, or `NOW`; null: the next message to be sent, or if all were sent, the first. */
  message: parseAsString,
  show: parseAsStringLiteral(previewViews).withDefault("mail"),
  width: parseAsStringLiteral(previewWidths).withDefault("phone"),
};

export const loadPreviewAddress = createLoader(previewAddress);
const write = createSerializer(previewAddress);

export function importPreviewHref(importId: string): string {
  return write(`/imports/${importId}/preview`, {});
}

export function companyPreviewHref(companyId: string): string {
  return write(`/companies/${companyId}/preview`, {});
}

/** Number of customers in the list. */
export const SHOWN_CUSTOMERS = 8;

/** Returns the query of the customers to choose from. */
export function customersQuery(importId: string, q: string) {
  return { importId, search: q.trim() || null, sort: "number", direction: "asc", pageNumber: 1, pageSize: SHOWN_CUSTOMERS } as const;
}

/** Name of the page as it is now, in place of a message. */
export const NOW = "now";

/** Names a message of a plan in the address. */
export function keyOf({ kind, round }: { kind: string; round: number }): string {
  return round === 0 ? kind : `${kind}-${round}`;
}
