import { useTranslations } from "next-intl";
import { Chip } from "@/components/ui/text/chip";

/** Whether the import is transmitted. Its invoices show everything else. */
export function ImportState({ transmittedAt }: { transmittedAt: Date | null }) {
  const say = useTranslations("imports.state");
  return transmittedAt ? <Chip tone="sent">{say("transmitted")}</Chip> : <Chip tone="draft">{say("notTransmitted")}</Chip>;
}
