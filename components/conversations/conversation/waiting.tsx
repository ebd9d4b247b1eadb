"use client";

import { LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useBusinessMinute } from "@/components/ui/text/business-clock";
import { Fact } from "@/components/ui/text/fact";
import { useElapsed } from "@/components/ui/text/use-elapsed";
import { HOUR_MS } from "@/server/domain/formats/time";
import { ANSWER_GOAL_MS, urgencyOf } from "@/server/domain/rules/answer-goal";

/** Look by urgency: red beyond the goal, and also bold if urgent. */
const looks = {
  in_time: { tone: "ourTurn" },
  late: { tone: "overdue" },
  urgent: { tone: "overdue", className: "font-semibold" },
} as const;

interface WaitingProps {
  /** Time at which the customer asked. */
  since: Date;
  /** Whether support must answer instead of the reader. */
  isWithSupport?: boolean;
  /** Whether to say that the time is a waiting time, which a list of waiting conversations need not repeat. */
  spelledOut?: boolean;
}

/** Shows how long the customer has waited. The colour shows whether the reader must act, is late to act, or waits for others. */
export function Waiting({ since, isWithSupport = false, spelledOut = false }: WaitingProps) {
  const say = useTranslations("conversation.waiting");
  const sayElapsed = useElapsed();
  const elapsedMs = Math.max(0, useBusinessMinute() - since.getTime());
  const time = sayElapsed(elapsedMs);
  const urgency = urgencyOf(elapsedMs);
  const look = looks[urgency];

  if (isWithSupport) {
    return (
      <Fact tone="neutral" icon={LifeBuoy} small>
        <span suppressHydrationWarning>{say("withSupport", { time })}</span>
      </Fact>
    );
  }
  if (spelledOut) {
    return (
      <Fact {...look} small>
        <span suppressHydrationWarning>
          {say(urgency === "in_time" ? "spelledOut" : "spelledOutLate", { time, goal: ANSWER_GOAL_MS / HOUR_MS })}
        </span>
      </Fact>
    );
  }
  return (
    <Fact {...look} small>
      <span className="sr-only">{say("label")}</span>
      <span suppressHydrationWarning>{time}</span>
    </Fact>
  );
}
