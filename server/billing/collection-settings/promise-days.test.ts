import { expect, test } from "vitest";
import { db } from "@/db/client";
import { givenCompany, givenPartner } from "@/server/testing/given";
import { getCompanySettings } from "./get-company-settings";
import { collectionSettings } from "./settings-fields";
import { updateCompanySettings } from "./update-company-settings";

async function given(isSandbox: boolean) {
  const partner = await givenPartner({ isSandbox });
  const company = await givenCompany(partner);
  const read = () => getCompanySettings(db, partner.actor, company.id);
  const promise = async (promiseDays: number | null) => {
    const { version, settings } = await read();
    await updateCompanySettings(db, partner.actor, company.id, { ...settings, promiseDays }, version);
  };
  return { read, promise };
}

test("promises of a day to pay are for sandboxes", async () => {
  const [live, sandbox] = [await given(false), await given(true)];
  await expect(live.promise(14)).rejects.toMatchObject({ code: "promises_only_in_sandboxes" });
  for (const promiseDays of [1, 30, null]) {
    await sandbox.promise(promiseDays);
    expect((await sandbox.read()).settings.promiseDays).toBe(promiseDays);
  }
});

test("the days of a promise are read as 1 to 30, or as none", async () => {
  const { settings } = await (await given(true)).read();
  const parse = (promiseDays: unknown) => collectionSettings.safeParse({ ...settings, promiseDays });
  expect(["14", "", undefined].map((typed) => parse(typed).data?.promiseDays)).toEqual([14, null, null]);
  for (const wrong of [0, 31, 1.5, "soon", -1]) expect(parse(wrong).error?.issues[0]?.message).toBe("invalid_promise_days");
});
