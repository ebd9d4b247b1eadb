import { CircleDashed, UserCheck, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Chip, type ChipProps } from "@/components/ui/text/chip";
import type { MemberStatus } from "@/server/tenancy/people/member";

/** Whether a person can sign in. */
export function StatusChip({ status }: { status: MemberStatus }) {
  const say = useTranslations("settings.members");
  return <Chip {...looks[status]}>{say(`statuses.${status}`)}</Chip>;
}

const looks: Record<MemberStatus, Pick<ChipProps, "tone" | "icon">> = {
  active: { tone: "usual", icon: UserCheck },
  invited: { tone: "draft", icon: CircleDashed },
  disabled: { tone: "off", icon: UserX },
};
