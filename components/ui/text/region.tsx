"use client";

import { useLocale } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import { regionalLocale } from "@/server/domain/regional-locale";

const Country = createContext<string | null>(null);

/** Everything inside writes amounts and days as this country does. Null: as the reader's language is written when no country is known. */
export function InCountry({ country, children }: { country: string | null; children: ReactNode }) {
  return <Country.Provider value={country}>{children}</Country.Provider>;
}

/** How the reader's language is written in the country around, or in a given one: "de-CH". */
export function useRegion(country?: string | null): string {
  const around = useContext(Country);
  return regionalLocale(useLocale(), country ?? around);
}
