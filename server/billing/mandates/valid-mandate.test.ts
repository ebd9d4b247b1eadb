import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { addDays, addMonths } from "@/server/domain/formats/calendar";
import { mandateExpiresOn as expiresOn, isMandateExpiring, MANDATE_MONTHS, mandateState } from "@/server/domain/rules/mandate-state";
import { mandateExpiresOn, whereMandateExpiring, whereMandateValid } from "./valid-mandate";

/** Every day of a leap cycle, alone and as the last collection of an older mandate. */
const cases = Array.from({ length: 1_461 }, (_, day) => addDays("2024-01-01", day)).flatMap((day) => [
  { signedOn: day, lastCollectedOn: null },
  { signedOn: "2011-03-31", lastCollectedOn: day },
]);

test("SQL and TypeScript agree on the day of expiry, the state and the warning, for each day of a leap cycle", async () => {
  const given = sql`json_to_recordset(${JSON.stringify(cases.map((each, place) => ({ place, signed_on: each.signedOn, last_collected_on: each.lastCollectedOn })))}::json)
    as mandates(place integer, signed_on date, last_collected_on date)`;
  const rows = await db.execute<{ day: string }>(sql`select ${mandateExpiresOn}::text as day from ${given} order by place`);
  expect(rows.map(({ day }) => day)).toEqual(cases.map(expiresOn));

  for (const today of ["2026-12-31", "2027-02-28", "2027-03-01", "2028-02-29", "2030-02-27"]) {
    const valid = await db.execute<{ place: number }>(sql`select place from (select *, null::timestamptz as ended_at from ${given}) mandates
      where ${whereMandateValid(today)} order by place`);
    const expected = cases.flatMap((each, place) => (mandateState({ ...each, endedReason: null }, today) === "valid" ? [place] : []));
    expect(valid.map(({ place }) => place)).toEqual(expected);
    const expiring = await db.execute<{
      place: number;
    }>(sql`select place from (select *, null::timestamptz as ended_at from ${given}) mandates
      where ${whereMandateExpiring(today)} order by place`);
    const warned = cases.flatMap((each, place) => (isMandateExpiring({ ...each, endedReason: null }, today) ? [place] : []));
    expect(expiring.map(({ place }) => place)).toEqual(warned);
  }
});

test("adding months is the same in Postgres, for any number and also across the ends of months", async () => {
  const days = ["2023-12-31", "2024-02-28", "2024-02-29", "2024-03-31", "2025-01-30", "2025-11-30"];
  const pairs = days.flatMap((day) => [1, 2, 3, 11, 12, MANDATE_MONTHS, 48, -1, -13].map((months) => ({ day, months })));
  const rows = await db.execute<{ added: string }>(sql`select (day + make_interval(months => months))::date::text as added
    from json_to_recordset(${JSON.stringify(pairs)}::json) as given(day date, months integer)`);
  expect(rows.map(({ added }) => added)).toEqual(pairs.map(({ day, months }) => addMonths(day, months)));
});
