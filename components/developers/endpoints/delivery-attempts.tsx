"use client";

import { useTranslations } from "next-intl";
import { CodeText } from "@/components/ui/text/code-block";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { DeliveryDetails } from "@/server/notifications/get-delivery";
import { useOutcomeText } from "./use-outcome-text";

/** Attempts, newest first, each with the beginning of the answer. */
export function DeliveryAttempts({ delivery: { attempts: attemptsCount, newestAttempts } }: { delivery: DeliveryDetails }) {
  const say = useTranslations("endpoints.delivery");
  return (
    <section aria-label={say("attempts")} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-medium">{say("attempts")}</h3>
      {newestAttempts.length === 0 && <p className="text-sm text-ink-muted">{say("noAttempts")}</p>}
      <ol className="grid grid-cols-[minmax(0,1fr)]">
        {newestAttempts.map((attempt, index) => (
          <li key={attempt.number} className="border-t border-line py-2">
            <Attempt attempt={attempt} isNewest={index === 0} />
          </li>
        ))}
      </ol>
      {newestAttempts.length > 0 && newestAttempts.length < attemptsCount && (
        <p className="text-xs text-ink-faint">{say("newestOnly", { count: newestAttempts.length, total: attemptsCount })}</p>
      )}
    </section>
  );
}

interface AttemptProps {
  attempt: DeliveryDetails["newestAttempts"][number];
  isNewest: boolean;
}

function Attempt({ attempt: { number, startedAt, durationMs, status, failure, answer }, isNewest }: AttemptProps) {
  const say = useTranslations("endpoints");
  const outcomeOf = useOutcomeText();
  const hasAnswer = status !== null;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 text-sm">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="text-ink-faint">{say("delivery.attempt", { number })}</span>
        <FormattedDate at={startedAt} as="moment" />
        <span className="font-medium">{outcomeOf(status, failure)}</span>
        <span className="ml-auto text-ink-muted">{say("duration", { ms: durationMs })}</span>
      </p>
      {hasAnswer && answer === "" && <p className="text-xs text-ink-faint">{say("delivery.emptyAnswer")}</p>}
      {answer !== "" && (
        <details open={isNewest}>
          <summary className="cursor-pointer text-xs text-ink-muted">
            {say("delivery.answer", { number })} <span className="text-ink-faint">({say("delivery.answerNote")})</span>
          </summary>
          <div className="mt-1">
            <CodeText text={answer} wrap />
          </div>
        </details>
      )}
    </div>
  );
}
