"use client";

import { LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useBusinessMinute } from "@/components/ui/text/business-clock";
import { Fact } from "@/components/ui/text/fact";
import { useElapsed } from "@/components/ui/text/use-elapsed";
import { DAY_MS, HOUR_MS } from "@/server/domain/time";
import { ANSWER_GOAL_MS } from "@/server/domain/waiting";

/** Beyond it a row is no longer red: where all are, none stands out. */
const URGENT_D = 7;

interface WaitingProps {
  /** When the customer asked. */
  since: Date;
  /** Support has to answer, not the reader. */
  elsewhere?: boolean;
  /** With the word for it, where it does not stand in a list of those who wait. */
  spelledOut?: boolean;
}

/** How long the customer has waited. The colour says who must act: us, us past the goal, or others. */
export function Waiting({ since, elsewhere = false, spelledOut = false }: WaitingProps) {
  const say = useTranslations("conversation.waiting");
  const sayElapsed = useElapsed();
  const elapsedMs = Math.max(0, useBusinessMinute() - since.getTime());
  const time = sayElapsed(elapsedMs);
  const late = elapsedMs > ANSWER_GOAL_MS;
  const tone = late && elapsedMs <= URGENT_D * DAY_MS ? "overdue" : "us";

  if (elsewhere) {
    return (
      <Fact tone="due" icon={LifeBuoy} small>
        <span suppressHydrationWarning>{say("withSupport", { time })}</span>
      </Fact>
    );
  }
  if (spelledOut) {
    return (
      <Fact tone={tone} small>
        <span suppressHydrationWarning>{say(late ? "spelledOutLate" : "spelledOut", { time, goal: ANSWER_GOAL_MS / HOUR_MS })}</span>
      </Fact>
    );
  }
  return (
    <Fact tone={tone} small>
      <span className="sr-only">{say("label")}</span>
      <span suppressHydrationWarning>{time}</span>
    </Fact>
  );
}
