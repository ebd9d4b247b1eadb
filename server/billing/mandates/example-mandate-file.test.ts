import { expect, test } from "vitest";
import { db } from "@/db/client";
import { dayAt } from "@/server/domain/formats/calendar";
import { locales } from "@/server/domain/formats/locales";
import { exampleMandateFile } from "@/server/domain/words/example-mandate-file";
import { givenPartner } from "@/server/testing/given";
import { givenCreditor } from "@/server/testing/given-mandate";
import { recordMandateFile } from "./record-mandate-file";

test.each(locales)("the example file of mandates can be uploaded as it is: %s", async (locale) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const contents = new TextEncoder().encode(exampleMandateFile(locale, dayAt(new Date())));
  expect(await recordMandateFile(db, partner.actor, company.id, contents)).toEqual({
    ...{ recorded: 3, known: 0, extended: 0, ignored: [], refused: [] },
  });
});
