"use client";

import { CircleAlert, CirclePause, PowerOff, Radio } from "lucide-react";
import { useTranslations } from "next-intl";
import { Chip } from "@/components/ui/text/chip";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { Endpoint } from "@/server/notifications/endpoint";

type Known = Pick<Endpoint, "failingSince" | "switchedOffAt" | "switchedOffBecause">;

/** State of an endpoint: whether it works, and if it does not, since when and why the service has switched it off. */
export function EndpointState({ endpoint }: { endpoint: Known }) {
  const say = useTranslations("endpoints");
  const state = stateOf(endpoint);
  const { tone, icon } = looks[state];
  const at = endpoint.switchedOffAt ?? endpoint.failingSince;
  const { switchedOffBecause: because } = endpoint;
  return (
    <>
      <Chip tone={tone} icon={icon}>
        {say(`states.${state}`)}
      </Chip>
      {at && (
        <span className="block text-xs text-ink-faint">
          {say.rich("since", { time: () => <FormattedDate key="time" at={at} as="moment" /> })}
          {because && because !== "paused" && `, ${say(`because.${because}`)}`}
        </span>
      )}
    </>
  );
}

/** Returns the state. An endpoint that is off does not count as failing, because nothing is sent to it. */
function stateOf({ failingSince, switchedOffAt, switchedOffBecause }: Known): keyof typeof looks {
  if (switchedOffAt) return switchedOffBecause === "paused" ? "paused" : "switchedOff";
  return failingSince ? "failing" : "works";
}

const looks = {
  works: { tone: "usual", icon: Radio },
  failing: { tone: "bad", icon: CircleAlert },
  paused: { tone: "off", icon: CirclePause },
  switchedOff: { tone: "bad", icon: PowerOff },
} as const;
