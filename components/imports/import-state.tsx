import { useTranslations } from "next-intl";
import { Chip } from "@/components/ui/text/chip";

/** Shows whether the import has been transmitted. All further states are those of its invoices. */
export function ImportState({ transmittedAt }: { transmittedAt: Date | null }) {
  const say = useTranslations("imports.state");
  return transmittedAt ? <Chip tone="usual">{say("transmitted")}</Chip> : <Chip tone="draft">{say("notTransmitted")}</Chip>;
}
