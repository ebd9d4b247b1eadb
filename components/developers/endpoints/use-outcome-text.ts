import { useTranslations } from "next-intl";
import type { Messages } from "@/components/translations/messages";

type KnownFailure = keyof Messages["endpoints"]["failures"];

/** Returns a function that words an attempt's outcome: the answer, or why there was none. */
export function useOutcomeText(): (status: number | null, failure: string | null) => string {
  const say = useTranslations("endpoints");
  return (status, failure) => {
    if (failure !== null) return say(`failures.${isKnown(failure) ? failure : "other"}`);
    // Gone: the endpoint asks for no more notifications, and is switched off.
    if (status === 410) return say("outcomes.gone");
    if (status === null) return say("failures.other");
    return say(status >= 300 && status <= 399 ? "outcomes.redirect" : "outcomes.answered", { status: String(status) });
  };
}

/** Codes of failures that have a text of their own. */
const failures: Record<KnownFailure, true> = {
  invalid_url: true,
  not_public: true,
  host_not_found: true,
  connection_refused: true,
  connection_failed: true,
  tls_failed: true,
  invalid_answer: true,
  timeout: true,
  other: true,
};

function isKnown(failure: string): failure is KnownFailure {
  return failure in failures;
}
