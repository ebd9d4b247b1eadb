import { z } from "zod";
import { LONGEST_SCENARIO, LONGEST_SEED, MOST_SEASON_DAYS } from "@/server/domain/rules/scenario";
import { seasonFileKinds, seasonStates } from "@/server/domain/rules/season";
import { field, isNothing, refused, requiredText } from "@/server/platform/fields";
import type { FoundSeason, getSeasonFile, ListedSeasonFile } from "@/server/seasons/find-season";
import { pageParameters, pageResource, underscoredNames } from "./page";
import { day, idText, textOrNull, timestamp } from "./resource";

/** Season of a sandbox. This is the contract: add to it, never rename. */
export const seasonResource = z
  .strictObject({
    season_id: idText(),
    seed: z.string(),
    scenario: z.string(),
    state: z.enum(seasonStates).meta({
      description:
        "`stopped`: by a call, a person, or because the days that were asked for are over. `failed`: a day could not be played several times in a row. Both can be continued. `ended`: the last day is over.",
    }),
    first_day: day(),
    last_day: day(),
    stop_day: day().meta({ description: "Day after which it stops by itself." }),
    played_day: day().nullable().meta({ description: "Last day that is over: everything that fell due on it has happened. Null: none." }),
    days: z.int(),
    days_played: z.int(),
  })
  .meta({ id: "Season" });

export function presentSeason(season: FoundSeason): z.infer<typeof seasonResource> {
  const { id, seed, scenario, state, firstOn, lastOn, stopOn, playedOn, days, daysPlayed } = season;
  return {
    season_id: id,
    seed,
    scenario,
    state,
    first_day: firstOn,
    last_day: lastOn,
    stop_day: stopOn,
    played_day: playedOn,
    days,
    days_played: daysPlayed,
  };
}

const days = field(
  "invalid_days",
  (given) => {
    if (isNothing(given)) return null;
    return typeof given === "number" && Number.isInteger(given) && given >= 1 && given <= MOST_SEASON_DAYS ? given : refused;
  },
  {
    type: ["integer", "null"],
    minimum: 1,
    maximum: MOST_SEASON_DAYS,
    description: "Number of days after which it stops. Null, or left out: it is played to its end.",
  },
);

export const newSeasonBody = z
  .object({
    seed: requiredText("invalid_seed", {
      max: LONGEST_SEED,
      description: { description: "Printable ASCII. The same seed, scenario, day and records give the same files." },
    }),
    scenario: requiredText("invalid_scenario", {
      max: LONGEST_SCENARIO,
      description: { description: "One setting in each line, such as `pay_late: 20 %`; `#` begins a comment." },
    }),
    days,
  })
  .meta({ id: "NewSeason" });

export const seasonDaysBody = z.object({ days }).meta({ id: "SeasonDays" });

const fileFields = {
  season_file_id: idText(),
  day: day(),
  kind: z.enum(seasonFileKinds).meta({
    description: "`pain008`: direct debits for the bank. The others are the bank's: reports, notifications and statements.",
  }),
  name: z.string(),
  taken_at: timestamp()
    .nullable()
    .meta({ description: "When the file was taken in, by the sandbox's clock; null for files for the bank." }),
  refusal: textOrNull().meta({ description: "Why the service refused the file: line, element and reason. Null: it did not." }),
};

/** One page of a season's files, without their contents. */
export const seasonFilesResource = z
  .strictObject({ files: z.array(z.strictObject(fileFields)), page: pageResource })
  .meta({ id: "SeasonFiles" });

export const seasonFilesParameters = z.preprocess(underscoredNames, z.object(pageParameters));

/** File of a season with its contents. */
export const seasonFileResource = z
  .strictObject({ ...fileFields, contents: z.string().meta({ description: "The file, which is UTF-8." }) })
  .meta({ id: "SeasonFile" });

export function presentListedSeasonFile({ id, day: on, kind, name, takenAt, refusal }: Omit<ListedSeasonFile, "iban" | "companyName">) {
  return { season_file_id: id, day: on, kind, name, taken_at: takenAt?.toISOString() ?? null, refusal };
}

export function presentSeasonFile(file: Awaited<ReturnType<typeof getSeasonFile>>): z.infer<typeof seasonFileResource> {
  return { ...presentListedSeasonFile(file), contents: file.contents };
}
