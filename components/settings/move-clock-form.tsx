"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FastForward } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { useRegion } from "@/components/ui/text/region";
import { formatMoment } from "@/server/domain/formats/dates";
import type { Sandbox } from "@/server/sandbox/find-sandbox";
import { calendarDay, dayAfter, daysUntil } from "./calendar-days";

const SUGGESTED_DAYS = "7";

/** Moves a sandbox's clock forward by a number of days. The reader types the number or chooses the day; each field updates the other. */
export function MoveClockForm({ sandbox: { now, goingTo, offsetMs, mostDays } }: { sandbox: Sandbox }) {
  const say = useTranslations("settings.sandbox");
  const sayOfSeason = useTranslations("settings.season");
  const textOf = useFailureText();
  const region = useRegion();
  const timeZone = useTimeZone() ?? "UTC";
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [typedDays, setTypedDays] = useState(SUGGESTED_DAYS);
  const [isRefused, setRefused] = useState(false);
  const move = useMutation(
    trpc.sandbox.moveClock.mutationOptions({ onSettled: () => queries.invalidateQueries(trpc.sandbox.pathFilter()) }),
  );
  const { data: season } = useQuery(trpc.sandbox.season.queryOptions());
  const today = calendarDay(now, timeZone);
  // 0 if the text is not a number; 0 days are refused.
  const days = /^\d{1,3}$/.test(typedDays) ? Number(typedDays) : 0;
  const isPossible = days >= 1 && days <= mostDays;
  const failure = move.error && failureOf(move.error);

  function send(event: FormEvent) {
    event.preventDefault();
    setRefused(!isPossible);
    if (isPossible) move.mutate({ seenOffsetMs: offsetMs, days });
  }

  if (season?.state === "playing") return <p className="text-sm text-ink-muted">{sayOfSeason("clock")}</p>;
  if (goingTo)
    return (
      <p role="status" className="text-sm text-ink-muted">
        {say("moving", { day: formatMoment(goingTo, region, timeZone, "long") })}
      </p>
    );
  return (
    <form noValidate onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failure && <Refusal key={move.submittedAt} code={failure.code} />}
      <div className="grid grid-cols-2 gap-4">
        <Field
          label={say("byDays")}
          hint={say("mostDays", { count: mostDays })}
          error={isRefused && !isPossible ? { type: "invalid_days", message: textOf("invalid_days") } : null}
        >
          <Input inputMode="numeric" value={typedDays} onChange={(event) => setTypedDays(event.target.value.trim())} />
        </Field>
        <Field label={say("toDay")}>
          <Input
            type="date"
            min={dayAfter(today, 1)}
            max={dayAfter(today, mostDays)}
            value={isPossible ? dayAfter(today, days) : ""}
            onChange={(event) => event.target.value && setTypedDays(String(daysUntil(today, event.target.value)))}
          />
        </Field>
      </div>
      <div>
        <Button type="submit" variant="primary" busy={move.isPending && say("sending")}>
          <FastForward />
          {say("move", { count: isPossible ? days : 0 })}
        </Button>
      </div>
    </form>
  );
}
