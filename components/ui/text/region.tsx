"use client";

import { useLocale } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import { regionalLocale } from "@/server/domain/formats/regional-locale";

const Country = createContext<string | null>(null);

/** Formats the amounts and days inside for this country. Null: the default of the reader's language. */
export function InCountry({ country, children }: { country: string | null; children: ReactNode }) {
  return <Country.Provider value={country}>{children}</Country.Provider>;
}

/** Returns the reader's language with the given country, or with that of `InCountry`: "de-CH". */
export function useRegion(country?: string | null): string {
  const surrounding = useContext(Country);
  return regionalLocale(useLocale(), country ?? surrounding);
}
