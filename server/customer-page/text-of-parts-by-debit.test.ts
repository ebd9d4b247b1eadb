import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { getDebitFile } from "@/server/bank/debit-files/get-debit-file";
import { givenPartsByDebit } from "@/server/testing/given-parts-by-debit";

test.each([
  ["de", "Rate 1 von 3"],
  ["en", "Instalment 1 of 3"],
  ["fr", "Echeance 1 sur 3"],
  ["it", "Rata 1 di 3"],
  ["nl", "Termijn 1 van 3"],
] as const)(
  "the bank tells the payer which instalment a debit collects, in the customer's language, also with a long name: %s",
  async (locale, words) => {
    const customerLastName = "von Hohenzollern-Sigmaringen ".repeat(4).trim();
    const given = await givenPartsByDebit({ invoice: { locale, customerLastName } });
    expect(await given.agree(3, "debit")).toBeUndefined();
    await given.collect({ kind: "mailbox" });
    await given.goToLastDayForFile(1);
    const [fileId = ""] = await given.file();
    const contained = await db.select({ text: debits.text }).from(debits).where(eq(debits.fileId, fileId));
    expect(contained).toEqual([{ text: expect.stringContaining(`${given.invoice.externalInvoiceNumber} ${words}, `) }]);
    const [, text = ""] = /<Ustrd>(.*)<\/Ustrd>/.exec(await getDebitFile(db, await given.actorNow(), fileId)) ?? [];
    expect(text).toContain(words);
    expect(text.length).toBeLessThanOrEqual(140);
  },
);
