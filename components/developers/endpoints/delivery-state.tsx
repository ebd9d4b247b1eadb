import { CircleAlert, CircleCheck, Hourglass, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Chip } from "@/components/ui/text/chip";
import type { DeliveryState } from "@/server/notifications/delivery";

export function DeliveryStateChip({ state }: { state: DeliveryState }) {
  const say = useTranslations("endpoints.delivery.states");
  const { tone, icon } = looks[state];
  return (
    <Chip tone={tone} icon={icon}>
      {say(state)}
    </Chip>
  );
}

const looks = {
  waiting: { tone: "inProgress", icon: Hourglass },
  failing: { tone: "bad", icon: RotateCw },
  delivered: { tone: "usual", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleAlert },
} as const satisfies Record<DeliveryState, object>;
