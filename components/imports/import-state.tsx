import { useTranslations } from "next-intl";
import { Chip } from "@/components/ui/text/chip";

/** Whether the import is transmitted; its invoices show the rest. */
export function ImportState({ transmittedAt }: { transmittedAt: Date | null }) {
  const say = useTranslations("imports.state");
  return transmittedAt ? <Chip tone="sent">{say("transmitted")}</Chip> : <Chip tone="draft">{say("notTransmitted")}</Chip>;
}
