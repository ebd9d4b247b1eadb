/** Requested page of a list. */
export interface PageRequest {
  /** Number of the page. The first is 1. */
  pageNumber: number;
  /** Maximum number of entries, from 1 to 100. */
  pageSize: number;
}

/** A page of a list. */
export interface Page<Entry> extends PageRequest {
  entries: Entry[];
  /** Number of entries on all pages. */
  totalEntries: number;
}
