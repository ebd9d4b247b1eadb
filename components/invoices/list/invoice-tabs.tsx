"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Skeleton } from "@/components/ui/page/skeleton";
import { Tab, Tabs } from "@/components/ui/page/tabs";
import { useIsHydrated } from "@/components/ui/page/use-is-hydrated";
import { invoiceFacts, isMoneyFact, isState } from "@/server/domain/rules/invoice-state";
import { filterOf, type ListAddress } from "./list-address";
import type { ListAddressControl } from "./use-list-address";

/** Tabs of states, then of money facts, each with its count within the other filters. */
export function InvoiceTabs({ list: { address, go, hrefOf } }: { list: ListAddressControl }) {
  const say = useTranslations("invoices");
  const counted = useQuery(
    useTRPC().invoices.counts.queryOptions({ ...filterOf(address), fact: null }, { placeholderData: keepPreviousData }),
  );
  const counts = useIsHydrated() ? counted.data : undefined;
  const wordsOf = (fact: ListAddress["fact"]) => {
    if (fact === null) return say("all");
    if (isState(fact)) return say(`state.${fact}`);
    return say(isMoneyFact(fact) ? `fact.${fact}` : fact);
  };
  // `not_asked` and `not_arrived` are rare: the tab of such a fact is shown only while it is open, or if there are such invoices.
  const isShown = (fact: ListAddress["fact"]) => {
    const isRare = fact === "not_asked" || fact === "not_arrived";
    return !isRare || fact === address.fact || Boolean(counts?.[fact]);
  };
  return (
    <Tabs name={say("tabs")}>
      {[null, ...invoiceFacts].filter(isShown).map((fact) => (
        <Tab
          key={fact}
          href={hrefOf({ fact })}
          current={address.fact === fact}
          count={counts?.[fact ?? "all"]}
          onNavigate={(event) => {
            event.preventDefault();
            go({ fact });
          }}
        >
          {wordsOf(fact)}
          {!counts && <Skeleton className="w-7" />}
        </Tab>
      ))}
    </Tabs>
  );
}
