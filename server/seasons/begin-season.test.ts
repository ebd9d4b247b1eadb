import { expect, test } from "vitest";
import { givenPartner } from "@/server/testing/given";
import { seasonOf } from "@/server/testing/given-season";

test.each([
  ["invalid_seed", "", "days: 5", null],
  ["invalid_seed", " spring", "days: 5", null],
  ["invalid_seed", "x".repeat(65), "days: 5", null],
  ["invalid_seed", "été", "days: 5", null],
  ["invalid_scenario", "spring", "days: 5\nrain: 3 %", null],
  ["invalid_days", "spring", "days: 5", 0],
])("a season is refused as %s for seed %j, scenario %j and %j days", async (code, seed, scenario, days) => {
  const { begin } = seasonOf(await givenPartner({ isSandbox: true }));
  await expect(begin(scenario, seed, days)).rejects.toMatchObject({ code });
});

test("a season is refused with the line and the reason of a fault in its scenario", async () => {
  const { begin } = seasonOf(await givenPartner({ isSandbox: true }));
  await expect(begin("days: 5\nask: 120 %")).rejects.toMatchObject({
    field: "line 2, ask: not a whole percentage from 0 % to 100 % (120 %)",
  });
});
