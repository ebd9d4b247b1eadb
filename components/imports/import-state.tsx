import { useTranslations } from "next-intl";
import { Chip } from "@/components/ui/text/chip";

/** An import is transmitted or not; its invoices say the rest. */
export function ImportState({ transmittedAt }: { transmittedAt: Date | null }) {
  const say = useTranslations("imports.state");
  return transmittedAt ? <Chip tone="sent">{say("transmitted")}</Chip> : <Chip tone="draft">{say("notTransmitted")}</Chip>;
}
