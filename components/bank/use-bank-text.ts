import { useTranslations } from "next-intl";
import { CHARGES_TEXT } from "@/server/domain/banking/charges-text";

/** Returns a function that words the text of a payment: a charge that was split off has only a code as its text. */
export function useBankText(): (text: string) => string {
  const say = useTranslations("bank");
  return (text) => (text === CHARGES_TEXT ? say("chargeOfBank") : text);
}
