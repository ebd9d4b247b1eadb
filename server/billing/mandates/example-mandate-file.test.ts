import { expect, test } from "vitest";
import { db } from "@/db/client";
import { dayAt } from "@/server/domain/formats/calendar";
import { locales } from "@/server/domain/formats/locales";
import { exampleMandateFile } from "@/server/domain/words/example-mandate-file";
import { givenPartner } from "@/server/testing/given";
import { givenCreditor } from "@/server/testing/given-mandate";
import { findColumns } from "./mandate-columns";
import { mandateFields } from "./mandate-fields";
import { recordMandateFile } from "./record-mandate-file";

test.each(locales)("the example file of mandates can be uploaded as it is: %s", async (locale) => {
  const partner = await givenPartner();
  const company = await givenCreditor(partner);
  const contents = new TextEncoder().encode(exampleMandateFile(locale, dayAt(new Date())));
  expect(await recordMandateFile(db, partner.actor, company.id, contents)).toEqual({
    ...{ recorded: 5, known: 0, extended: 0, ignored: [], refused: [] },
  });
});

test.each(locales)("the example file has a column for each field that an upload reads, and a cell in each: %s", (locale) => {
  const [head = [], ...rows] = exampleMandateFile(locale, dayAt(new Date()))
    .trim()
    .split("\r\n")
    .map((line) => line.split(/[;,]/));
  expect(Object.keys(findColumns(head)).sort()).toEqual(Object.keys(mandateFields).sort());
  expect(rows.map((cells) => cells.length)).toEqual(rows.map(() => head.length));
});
