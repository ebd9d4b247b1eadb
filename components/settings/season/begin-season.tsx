"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf, useFailureText } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Input } from "@/components/ui/form/input";
import { Textarea } from "@/components/ui/form/textarea";
import { choicesOf, isScenarioFault, MOST_SEASON_DAYS, readScenario, type ScenarioFault } from "@/server/domain/rules/scenario";
import type { FoundSeason } from "@/server/seasons/find-season";
import { daysIn } from "./days-in";

const SUGGESTED = `days: 120
pay_in_time: 60 %
pay_late: 25 %
wrong_reference: 5 %
no_reference: 5 %
pay_twice: 2 %
family_in_one_sum: 80 %
ask: 3 %
rejected: AC04 1 %
returned: AM04 4 %, MD06 1 %
`;

/** Begins a season: a seed, a scenario that is typed or read from a file, and the days after which it stops. */
export function BeginSeason({ earlier, onBegun }: { earlier: FoundSeason | null; onBegun: () => void }) {
  const say = useTranslations("settings.season");
  const textOf = useFailureText();
  const faultText = useFaultText();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [seed, setSeed] = useState(earlier?.seed ?? "spring");
  const [scenario, setScenario] = useState(earlier?.scenario ?? SUGGESTED);
  const [typedDays, setTypedDays] = useState("");
  const [isSent, setSent] = useState(false);
  const begin = useMutation(
    trpc.sandbox.beginSeason.mutationOptions({
      onSuccess: onBegun,
      onSettled: () => queries.invalidateQueries(trpc.sandbox.pathFilter()),
    }),
  );
  const days = daysIn(typedDays);
  const read = readScenario(scenario);
  const fault = isScenarioFault(read) ? read : undefined;
  const failure = begin.error && failureOf(begin.error);

  async function takeFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) setScenario((await file.text()).replace(/\r\n?/g, "\n"));
  }

  function send(event: FormEvent) {
    event.preventDefault();
    setSent(true);
    if (!fault && days !== undefined) begin.mutate({ seed, scenario, days });
  }

  return (
    <form noValidate onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {failure && <Refusal key={begin.submittedAt} code={failure.code} />}
      <Field label={say("seed")} hint={say("seedHint")}>
        <Input value={seed} onChange={(event) => setSeed(event.target.value)} />
      </Field>
      <Field
        label={say("scenario")}
        hint={say("scenarioHint")}
        error={isSent && fault ? { type: "invalid_scenario", message: faultText(fault) } : null}
      >
        <Textarea
          rows={11}
          spellCheck={false}
          className="font-mono text-xs"
          value={scenario}
          onChange={(event) => setScenario(event.target.value)}
        />
      </Field>
      <Field label={say("file")}>
        <input type="file" accept=".txt,text/plain" onChange={takeFile} className="text-sm max-w-full" />
      </Field>
      <Field
        label={say("days")}
        hint={say("daysHint")}
        error={isSent && days === undefined ? { type: "invalid_days", message: textOf("invalid_days") } : null}
      >
        <Input inputMode="numeric" value={typedDays} onChange={(event) => setTypedDays(event.target.value.trim())} />
      </Field>
      {earlier && <p className="text-sm text-ink-muted">{say("replaces")}</p>}
      <div>
        <Button type="submit" variant="primary" busy={begin.isPending && say("sending")}>
          <Play />
          {say("begin")}
        </Button>
      </div>
    </form>
  );
}

/** Returns a function that describes a fault in a scenario, with its line. */
function useFaultText(): (fault: ScenarioFault) => string {
  const say = useTranslations("settings.season");
  return ({ line, reason, name, found }) =>
    say("fault", { line, words: say(`faults.${reason}`, { name, found, choices: choicesOf(name) ?? "", most: MOST_SEASON_DAYS }) });
}
