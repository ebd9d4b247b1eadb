import { useTranslations } from "next-intl";
import type { SkeletonColumn } from "@/components/ui/page/skeleton";

export type DeliveryColumn = SkeletonColumn & { id: string };

export function useDeliveryColumns(): DeliveryColumn[] {
  const say = useTranslations("endpoints.deliveries");
  return [
    { id: "time", head: say("time"), card: 1 },
    { id: "records", head: say("records"), numeric: true, card: 2 },
    { id: "state", head: say("state"), card: 3 },
    { id: "outcome", head: say("outcome"), clip: true, card: "line" },
    { id: "attempts", head: say("attempts"), numeric: true, hideOrder: 3, card: "hide" },
    { id: "duration", head: say("duration"), numeric: true, hideOrder: 2, card: "hide" },
    { id: "next", head: say("next"), hideOrder: 1, card: 4 },
  ];
}
