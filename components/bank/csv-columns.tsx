"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/form/button";
import { Field } from "@/components/ui/form/field";
import { Select } from "@/components/ui/form/select";
import {
  type CsvLayout,
  type CsvQuestion,
  type CsvRole,
  type CsvState,
  csvRoles,
  faultOf,
  sameColumnsIn,
} from "@/server/domain/banking/csv-layout";
import { dayOrders, decimalMarks } from "@/server/domain/formats/cells";
import { CsvStates, stateOf } from "./csv-states";

/** Beginning of a day whose first number may be the month. Days with points begin with the day of the month everywhere. */
const ORDERED_DAY = /^\s*\d{1,2}[/-]\d{1,2}[/-]\d/;

/** Form for the roles of the columns in a bank's CSV file. They are guessed at first; a person confirms them for all such files. */
export function CsvColumns({
  question: { sheet, layout: initialLayout, unknownStates = [] },
  submit,
  refused,
  onChosen,
}: {
  question: CsvQuestion;
  submit: string;
  /** Why the file was refused with the columns chosen last. */
  refused?: ReactNode;
  /** Uses the roles. Returns the text to show if that fails; otherwise undefined. */
  onChosen: (layout: CsvLayout) => Promise<string | undefined>;
}) {
  const say = useTranslations("bank.csv");
  const [layout, setLayout] = useState<CsvLayout>(initialLayout);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const hasStates = layout.roles.includes("state");
  const said = layout.states ?? [];
  const unexplained = hasStates ? unknownStates.filter((word) => !stateOf(word, said)) : [];

  const hasOrderedDays =
    initialLayout.dayOrder === "month_first" || sheet.columns.some(({ samples }) => samples.some((sample) => ORDERED_DAY.test(sample)));
  const nameOf = (index: number) => sheet.columns[index]?.name || say("column", { number: index + 1 });

  async function send(event: FormEvent) {
    event.preventDefault();
    const fault = faultOf(layout) ?? (unexplained.length > 0 ? "states" : null);
    const [one = 0, other = 0] = sameColumnsIn(layout) ?? [];
    setProblem(fault ? say(`faults.${fault}`, { one: nameOf(one), other: nameOf(other) }) : undefined);
    if (fault) return;
    setBusy(true);
    setProblem(await onChosen(layout));
    setBusy(false);
  }

  const setRole = (changed: number, role: CsvRole) =>
    setLayout({ ...layout, roles: layout.roles.map((each, index) => (index === changed ? role : each)) });
  const setState = (word: string, state: CsvState | null) =>
    setLayout({ ...layout, states: [...said.filter((each) => each.word !== word), ...(state ? [{ word, state }] : [])] });
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="mt-1 grid gap-3">
      <p className="text-ink-muted">{say("intro")}</p>
      {hasStates && <CsvStates unknown={unknownStates} said={said} onSay={setState} />}
      <ul className="grid border-t border-line">
        {sheet.columns.map(({ name, samples }, index) => (
          // Columns keep their order, and two may have the same name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <li key={index} className="grid gap-1 border-b border-line py-2 sm:grid-cols-[minmax(0,1fr)_13rem] sm:items-center sm:gap-4">
            <span className="grid min-w-0">
              <span className="font-medium wrap-anywhere">{name || say("column", { number: index + 1 })}</span>
              <span className="truncate text-ink-muted">{samples.join(" · ") || "–"}</span>
            </span>
            <Select
              aria-label={say("what", { column: name || say("column", { number: index + 1 }) })}
              value={layout.roles[index]}
              // By its index, because TypeScript knows the chosen value only as a string. The other selections below do the same.
              onChange={({ target }) => setRole(index, csvRoles[target.selectedIndex] ?? "ignored")}
            >
              {csvRoles.map((role) => (
                <option key={role} value={role}>
                  {say(`roles.${role}`)}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
      <div className="grid gap-3 sm:grid-cols-2">
        {hasOrderedDays && (
          <Field label={say("dayOrder")}>
            <Select
              value={layout.dayOrder}
              onChange={({ target }) => setLayout({ ...layout, dayOrder: dayOrders[target.selectedIndex] ?? "day_first" })}
            >
              {dayOrders.map((order) => (
                <option key={order} value={order}>
                  {say(`dayOrders.${order}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={say("decimals")}>
          <Select
            value={layout.decimals}
            onChange={({ target }) => setLayout({ ...layout, decimals: decimalMarks[target.selectedIndex] ?? "," })}
          >
            {decimalMarks.map((mark) => (
              <option key={mark} value={mark}>
                {mark === "," ? "1.234,56 / 1 234,56" : "1,234.56"}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {!isBusy && refused}
      {problem && (
        <p role="alert" className="text-late">
          {problem}
        </p>
      )}
      <Button type="submit" variant="primary" busy={isBusy && say("busy")} className="justify-self-start">
        {submit}
      </Button>
    </form>
  );
}
