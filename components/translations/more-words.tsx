"use client";

import { type AbstractIntlMessages, NextIntlClientProvider, useLocale, useMessages, useTimeZone } from "next-intl";
import type { ReactNode } from "react";

/** What the page around it says, and these words too. */
export function MoreWords({ words, children }: { words: AbstractIntlMessages; children: ReactNode }) {
  return (
    <NextIntlClientProvider locale={useLocale()} timeZone={useTimeZone()} messages={{ ...useMessages(), ...words }}>
      {children}
    </NextIntlClientProvider>
  );
}
