import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { seasonFiles } from "@/db/schema/seasons";
import { givenPartner } from "@/server/testing/given";
import { givenSeasonFile } from "@/server/testing/given-season-file";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { listSeasonFiles } from "./find-season";

test("a season's list of files names the account and the company of each, if its name has an account of the partner's", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const { iban, company } = await givenBankingCompany(partner);
  const id = await givenSeasonFile(partner);
  const listed = async (name: string) => {
    await db.update(seasonFiles).set({ name }).where(eq(seasonFiles.id, id));
    return (await listSeasonFiles(db, partner.actor, { pageNumber: 1, pageSize: 10 })).entries;
  };
  expect(await listed(`2026-11-30_camt.053_${iban}.xml`)).toMatchObject([{ iban, companyName: company.name }]);
  expect(await listed(`2026-11-30_pain.008_${iban}_2.xml`)).toMatchObject([{ iban, companyName: company.name }]);
  const elsewhere = (await givenBankingCompany()).iban;
  expect(await listed(`2026-11-30_camt.053_${elsewhere}.xml`)).toMatchObject([{ iban: elsewhere, companyName: null }]);
  expect(await listed("statement.xml")).toMatchObject([{ iban: null, companyName: null }]);
});
