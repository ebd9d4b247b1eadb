import { type ListAddress, listHref } from "./list-address";

/** Returns the address of the filtered list as a file, or of these invoices only. */
export function exportHref(address: ListAddress, ids?: readonly string[]): string {
  const [, narrowed = ""] = listHref({ ...address, page: 1, selected: [] }).split("?");
  const search = new URLSearchParams(narrowed);
  if (ids) search.set("ids", ids.join("."));
  return `/api/export/invoices?${search}`;
}
