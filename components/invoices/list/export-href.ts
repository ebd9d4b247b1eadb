import { type ListAddress, listHref } from "./list-address";

/** The file of what the list is narrowed to; or of these alone among them. */
export function exportHref(address: ListAddress, ids?: readonly string[]): string {
  const [, narrowed = ""] = listHref({ ...address, page: 1, selected: [] }).split("?");
  const search = new URLSearchParams(narrowed);
  if (ids) search.set("ids", ids.join("."));
  return `/api/export/invoices?${search}`;
}
