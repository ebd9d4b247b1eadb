import {
  choicesOf,
  isScenarioFault,
  LONGEST_SCENARIO,
  MOST_SEASON_DAYS,
  readScenario,
  type Scenario,
  type ScenarioFault,
  sharesWith,
} from "@/server/domain/rules/scenario";
import { DomainError } from "@/server/errors";

/** Returns the scenario. Throws `invalid_scenario`. The error's `field` contains the line and the reason in words. */
export function requireScenario(text: string): Scenario {
  const read = readScenario(text);
  if (isScenarioFault(read)) throw new DomainError("invalid_scenario", "refused", inWords(read));
  return read;
}

/**
 * Describes a fault, such as `line 4, pay_late: not a whole percentage from 0 % to 100 % (120)`. The text is ASCII only, because the
 * answer's header `Error-Field` contains it.
 */
function inWords({ line, reason, name, found }: ScenarioFault): string {
  const place = name === "" ? `line ${line}` : `line ${line}, ${name}`;
  return `${place}: ${wordsOf(reason, name)}${found === "" ? "" : ` (${found})`}`.replace(/[^\x20-\x7e]/g, "?");
}

function wordsOf(reason: ScenarioFault["reason"], name: string): string {
  const words: Record<ScenarioFault["reason"], string> = {
    too_long: `longer than ${LONGEST_SCENARIO} characters`,
    no_setting: "not a setting such as days: 120",
    unknown_name: "no such setting",
    given_twice: "given before",
    not_days: `not a number of days from 1 to ${MOST_SEASON_DAYS}`,
    not_a_share: "not a whole percentage from 0 % to 100 %",
    not_codes: "not reason codes with percentages such as AM04 4 %, MD06 1 %, each code once",
    not_a_choice: `none of ${choicesOf(name)}`,
    above_hundred: `together with ${sharesWith(name)} above 100 %`,
    days_missing: "missing",
  };
  return words[reason];
}
