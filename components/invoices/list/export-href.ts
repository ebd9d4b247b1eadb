import { type ListAddress, listHref } from "./list-address";

/** Returns the address that downloads the filtered list; with `ids`, only these invoices of it. */
export function exportHref(address: ListAddress, ids?: readonly string[]): string {
  const [, query = ""] = listHref({ ...address, page: 1, selected: [] }).split("?");
  const search = new URLSearchParams(query);
  if (ids) search.set("ids", ids.join("."));
  return `/api/export/invoices?${search}`;
}
