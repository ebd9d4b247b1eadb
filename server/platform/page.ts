/** Requested page of a list. */
export interface PageRequest {
  /** From 1. */
  pageNumber: number;
  /** From 1 to 100. */
  pageSize: number;
}

export interface Page<Entry> extends PageRequest {
  entries: Entry[];
  totalEntries: number;
}
