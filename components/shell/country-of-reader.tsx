"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { MoreWords } from "@/components/translations/more-words";
import { InCountry } from "@/components/ui/text/region";
import type { Reader } from "./reader";
import { useSelectedCompany } from "./selected-company";

/** Writes amounts, days and texts as usual in the country of the selected company; if none is selected, of the partner's first company. */
export function CountryOfReader({ role, children }: { role: Reader["role"]; children: ReactNode }) {
  const { companyId } = useSelectedCompany();
  const { data: companies = [] } = useQuery({ ...useTRPC().companies.names.queryOptions(), enabled: role !== "support" });
  const [first] = companies.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
  const country = (companies.find(({ id }) => id === companyId) ?? first)?.countryCode ?? null;
  return (
    <InCountry country={country}>
      <MoreWords>{children}</MoreWords>
    </InCountry>
  );
}
