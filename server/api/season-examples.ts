import type { z } from "zod";
import type { newSeasonBody, seasonDaysBody, seasonFileResource, seasonFilesResource, seasonResource } from "./season";

const scenario = "days: 120\npay_in_time: 70 %\npay_late: 20 %\nwrong_reference: 5 %\nreturned: AM04 4 %, MD06 1 %\n";

const file = {
  season_file_id: "019a9f01b2c3748596a7b8c9d0e1f20314253647",
  day: "2026-12-09",
  kind: "camt053",
  name: "2026-12-09_camt.053_NL02TEST0123456789.xml",
  taken_at: "2026-12-09T17:00:03.120Z",
  refusal: null,
} as const;

/** Examples of seasons for the reference, by the name of their schema. */
export const seasonExamples = {
  Season: {
    season_id: "019a9f00a1b2637485960a1b2c3d4e5f60718293",
    seed: "spring",
    scenario,
    state: "stopped",
    first_day: "2026-11-30",
    last_day: "2027-03-29",
    stop_day: "2026-12-09",
    played_day: "2026-12-09",
    days: 120,
    days_played: 10,
  } satisfies z.input<typeof seasonResource>,
  NewSeason: { seed: "spring", scenario, days: 10 } satisfies z.input<typeof newSeasonBody>,
  SeasonDays: { days: 30 } satisfies z.input<typeof seasonDaysBody>,
  SeasonFiles: {
    files: [file],
    page: { page_number: 1, page_size: 30, total_entries: 1, total_pages: 1 },
  } satisfies z.input<typeof seasonFilesResource>,
  SeasonFile: {
    ...file,
    contents: '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">…</Document>\n',
  } satisfies z.input<typeof seasonFileResource>,
};
