"use client";

import { type UseQueryStatesOptions, useQueryStates } from "nuqs";
import { type ListAddress, listAddress, listHref, type Selection } from "./list-address";

/** Change of the URL. It also resets the page and the selection, unless it contains them. */
export type Change = Partial<ListAddress>;

/** How to navigate: as a step in the browser's history or not, and whether to scroll to the top. */
type How = Pick<UseQueryStatesOptions<typeof listAddress>, "history" | "scroll">;

export interface ListAddressControl {
  address: ListAddress;
  go: (change: Change, how?: How) => void;
  select: (selection: Selection) => void;
  /** Returns an address for links, so that they also work in another tab. */
  hrefOf: (change: Change) => string;
}

export function useListAddress(): ListAddressControl {
  const [address, set] = useQueryStates(listAddress, { history: "push" });
  const complete = (change: Change): Change => ({ page: 1, selected: [], ...change });
  return {
    address,
    go: (change, how) => void set(complete(change), how),
    // Going back skips mere changes of the selection.
    select: (selected) => void set({ selected }, { history: "replace" }),
    hrefOf: (change) => listHref({ ...address, ...complete(change) }),
  };
}
