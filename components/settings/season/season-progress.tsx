"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Meter } from "@/components/ui/table/meter";
import { Detail, Details } from "@/components/ui/text/details";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { FoundSeason } from "@/server/seasons/find-season";
import { daysIn } from "./days-in";

/** Progress of a season. A season that is played can be stopped here, and one that was stopped or failed can be continued. */
export function SeasonProgress({ season }: { season: FoundSeason }) {
  const say = useTranslations("settings.season");
  const { seed, state, days, daysPlayed, playedOn, lastOn } = season;
  return (
    <>
      <Meter name={say("progress")} value={daysPlayed} max={days} text={say("played", { count: daysPlayed, days })} />
      <Details>
        <Detail label={say("state")}>
          <span role="status">{say(`states.${state}`)}</span>
        </Detail>
        <Detail label={say("daysPlayed")}>{say("played", { count: daysPlayed, days })}</Detail>
        {playedOn && (
          <Detail label={say("playedOn")}>
            <FormattedDate day={playedOn} as="date" />
          </Detail>
        )}
        <Detail label={say("lastOn")}>
          <FormattedDate day={lastOn} as="date" />
        </Detail>
        <Detail label={say("seed")}>{seed}</Detail>
      </Details>
      {state === "playing" && <StopSeason />}
      {(state === "stopped" || state === "failed") && <PlayOn />}
    </>
  );
}

function StopSeason() {
  const say = useTranslations("settings.season");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const stop = useMutation(trpc.sandbox.stopSeason.mutationOptions({ onSettled: () => queries.invalidateQueries() }));
  const failure = stop.error && failureOf(stop.error);
  return (
    <>
      {failure && <Refusal key={stop.submittedAt} code={failure.code} />}
      <div>
        <Button onClick={() => stop.mutate()} busy={stop.isPending && say("stopping")}>
          <Pause />
          {say("stop")}
        </Button>
      </div>
    </>
  );
}

function PlayOn() {
  const say = useTranslations("settings.season");
  const textOf = useFailureText();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [typedDays, setTypedDays] = useState("");
  const [wasRefused, setWasRefused] = useState(false);
  const play = useMutation(trpc.sandbox.playOn.mutationOptions({ onSettled: () => queries.invalidateQueries(trpc.sandbox.pathFilter()) }));
  const days = daysIn(typedDays);
  const isInvalid = days === undefined;
  const failure = play.error && failureOf(play.error);

  function send(event: FormEvent) {
    event.preventDefault();
    setWasRefused(isInvalid);
    if (!isInvalid) play.mutate({ days });
  }

  return (
    <form noValidate onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failure && <Refusal key={play.submittedAt} code={failure.code} />}
      <Field
        label={say("days")}
        hint={say("daysHint")}
        error={wasRefused && isInvalid ? { type: "invalid_days", message: textOf("invalid_days") } : null}
      >
        <Input inputMode="numeric" value={typedDays} onChange={(event) => setTypedDays(event.target.value.trim())} />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={play.isPending && say("sending")}>
          <Play />
          {say("playOn")}
        </Button>
      </div>
    </form>
  );
}
