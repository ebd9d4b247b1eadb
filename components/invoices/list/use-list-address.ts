"use client";

import { type UseQueryStatesOptions, useQueryStates } from "nuqs";
import { type ListAddress, listAddress, listHref, type Selection } from "./list-address";

/** What differs from the address as it is. Whoever asks for something else begins at its first page, with nothing selected. */
export type Change = Partial<ListAddress>;

type How = Pick<UseQueryStatesOptions<typeof listAddress>, "history" | "scroll">;

export interface ListAddressControl {
  address: ListAddress;
  go: (change: Change, how?: How) => void;
  select: (selection: Selection) => void;
  /** For links: whoever opens one in another tab gets there too. */
  hrefOf: (change: Change) => string;
}

export function useListAddress(): ListAddressControl {
  const [address, set] = useQueryStates(listAddress, { history: "push" });
  const complete = (change: Change): Change => ({ page: 1, selected: [], ...change });
  return {
    address,
    go: (change, how) => void set(complete(change), how),
    // Nobody goes back to a row that was not ticked yet.
    select: (selected) => void set({ selected }, { history: "replace" }),
    hrefOf: (change) => listHref({ ...address, ...complete(change) }),
  };
}
