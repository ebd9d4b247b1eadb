"use client";

import { type AbstractIntlMessages, NextIntlClientProvider, useLocale, useMessages, useTimeZone } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { useRegion } from "@/components/ui/text/region";
import { inSwissSpelling } from "@/server/domain/words/spelling";

const none = {};

/**
 * Provides these texts in addition to those of the surrounding page, all in the spelling of the country around: without ß in Switzerland.
 * Values that are filled in, such as names, keep theirs.
 */
export function MoreWords({ words = none, children }: { words?: AbstractIntlMessages; children: ReactNode }) {
  const around = useMessages();
  const isSwiss = useRegion() === "de-CH";
  const messages = useMemo(() => {
    const together = { ...around, ...words };
    return isSwiss ? respelled(together) : together;
  }, [around, words, isSwiss]);
  return (
    <NextIntlClientProvider locale={useLocale()} timeZone={useTimeZone()} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}

/** Respells texts at any depth: the build turns those with values into lists of their parts. */
function respelled<Texts>(texts: Texts): Texts {
  if (typeof texts === "string") return inSwissSpelling(texts) as Texts;
  if (Array.isArray(texts)) return texts.map(respelled) as Texts;
  if (typeof texts !== "object" || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, respelled(text)])) as Texts;
}
