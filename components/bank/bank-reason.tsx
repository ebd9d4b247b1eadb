"use client";

import { useTranslations } from "next-intl";
import { reasonWordOf } from "@/server/domain/banking/report-codes";

interface Props {
  /** An ISO 20022 code or the bank's own word; null or empty if there is none. */
  code: string | null;
  /** The bank's text. */
  text?: string | null;
}

/** The reason why a bank rejected or returned a payment: the code's meaning if it is known, the bank's text, and the code. */
export function BankReason({ code, text }: Props) {
  const say = useTranslations("bank.bankReasons");
  const word = reasonWordOf(code ?? "");
  const said = [word && say(word), text].filter(Boolean).join(" · ");
  if (!code) return said;
  return (
    <>
      {said} <span className="text-ink-faint">({code})</span>
    </>
  );
}
