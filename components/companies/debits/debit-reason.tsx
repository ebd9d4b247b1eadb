import { useTranslations } from "next-intl";
import { debitReasonOf } from "@/server/domain/rules/debit-reasons";

interface Props {
  /** An ISO 20022 code or the bank's own word; null if there is none. */
  code: string | null;
  /** The bank's text. */
  text: string | null;
}

/** Why a bank rejected or returned a direct debit: the code's meaning if it is known, the bank's text, and the code. */
export function DebitReason({ code, text }: Props) {
  const say = useTranslations("debitReasons");
  const reason = debitReasonOf(code);
  return (
    <>
      {[reason && say(reason.word), text].filter(Boolean).join(" · ")} {code && <span className="text-ink-faint">({code})</span>}
    </>
  );
}
