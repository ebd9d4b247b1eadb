import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { storeStatementFile } from "@/server/bank/statements/store-statement-file";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { givenPartner } from "@/server/testing/given";
import { givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";
import { lookAtDesk, receivedFile } from "@/server/testing/given-statement";
import { makeExampleAnswers } from "./example-answers";

const daysFromToday = (days: number) => addDays(dayAt(new Date()), days);

/** Three debits of a sandbox at the bank, two of one day that has come and one of a day that has not. */
async function given() {
  const partner = await givenPartner({ isSandbox: true });
  const collectOn = { past: daysFromToday(-1), coming: daysFromToday(5) };
  const made = await givenDebitsAtBank([{ collectOn: collectOn.past }, { collectOn: collectOn.past }, { collectOn: collectOn.coming }], {
    of: partner,
  });
  const answers = () => makeExampleAnswers(db, partner.actor, made.id);
  return {
    ...made,
    answers,
    kinds: async () => (await answers()).map(({ kind }) => kind),
    /** Uploads an example, as a person does, and returns the states of the debits. */
    upload: async (wanted: string) => {
      const { name, contents } = (await answers()).find(({ kind }) => kind === wanted) ?? { name: "", contents: "" };
      await storeStatementFile(db, partner.actor, { name }, receivedFile(contents));
      await lookAtDesk(partner);
      const now = await db.select().from(debits).where(eq(debits.fileId, made.id)).orderBy(debits.collectOn, debits.id);
      return now.map(({ status, reportStatus, reasonCode }) => [status, reportStatus, reasonCode].filter(Boolean).join(" "));
    },
  };
}

describe("the examples of a bank's answers to a file of a sandbox", () => {
  test("can be uploaded: a report accepts the file, one rejects a debit, and statements book the due ones and take one back", async () => {
    const { kinds, upload } = await given();
    expect(await kinds()).toEqual(["accepted", "rejected", "refused", "booked"]);
    expect(await upload("accepted")).toEqual(["at_bank accepted", "at_bank accepted", "at_bank accepted"]);
    expect(await upload("rejected")).toEqual(["rejected rejected AM04", "at_bank accepted", "at_bank accepted"]);
    expect(await kinds()).toEqual(["accepted", "rejected", "booked"]);
    expect(await upload("booked")).toEqual(["rejected rejected AM04", "booked accepted", "at_bank accepted"]);
    expect(await kinds()).toEqual(["accepted", "rejected", "returned"]);
    expect(await upload("returned")).toEqual(["rejected rejected AM04", "returned accepted AM04", "at_bank accepted"]);
  });

  test("have one by which the bank refuses the whole file, after which nothing has ended", async () => {
    const { kinds, upload } = await given();
    const refused = "at_bank rejected FF01";
    expect(await upload("refused")).toEqual([refused, refused, refused]);
    expect(await kinds()).toEqual([]);
  });

  test("are none for a real partner, and none of another partner's file", async () => {
    const { id } = await given();
    const real = await givenDebitsAtBank();
    expect(await makeExampleAnswers(db, real.partner.actor, real.id)).toEqual([]);
    const other = await givenPartner({ isSandbox: true });
    await expect(makeExampleAnswers(db, other.actor, id)).rejects.toMatchObject({ code: "invalid_debit_file_id" });
  });
});
