"use client";

import { type AbstractIntlMessages, NextIntlClientProvider, useLocale, useMessages, useTimeZone } from "next-intl";
import type { ReactNode } from "react";

/** Provides these texts in addition to those of the surrounding page. */
export function MoreWords({ words, children }: { words: AbstractIntlMessages; children: ReactNode }) {
  return (
    <NextIntlClientProvider locale={useLocale()} timeZone={useTimeZone()} messages={{ ...useMessages(), ...words }}>
      {children}
    </NextIntlClientProvider>
  );
}
