import { useTranslations } from "next-intl";
import { MINUTE_MS } from "@/server/domain/formats/time";

/** Returns a function that words a duration in ms: "41 min", "14 h", "1 d 3 h". */
export function useElapsed(): (elapsedMs: number) => string {
  const t = useTranslations("ui");
  return (elapsedMs) => {
    const minutes = Math.max(0, Math.floor(elapsedMs / MINUTE_MS));
    const hours = Math.floor(minutes / 60);
    const days = Math.floor(hours / 24);
    if (hours === 0) return t("minutes", { minutes });
    if (days === 0) return t("hours", { hours });
    return hours % 24 === 0 ? t("days", { days }) : t("daysAndHours", { days, hours: hours % 24 });
  };
}
