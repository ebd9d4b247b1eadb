import { useTranslations } from "next-intl";
import type { ListColumn } from "@/components/ui/table/table";

/** Columns of the list of mandates. */
export function useMandateColumns(): ListColumn[] {
  const say = useTranslations("mandates.columns");
  return [
    { id: "reference", head: say("reference"), card: 1 },
    { id: "holder", head: say("holder"), clip: true, card: 3 },
    { id: "iban", head: "IBAN", hideOrder: 3, card: "line" },
    { id: "signedOn", head: say("signedOn"), hideOrder: 2, card: "hide" },
    { id: "lastCollectedOn", head: say("lastCollectedOn"), hideOrder: 1, card: "hide" },
    { id: "state", head: say("state"), card: 2 },
    { id: "acts", head: say("acts"), card: "line" },
  ];
}
