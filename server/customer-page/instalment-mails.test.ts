import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { mails } from "@/db/schema/mails";
import { givenInstalments } from "@/server/testing/given-instalments";

const mailbox = { kind: "mailbox" } as const;

/** Days of the mail before the first part, of its reminder, and after the day that the reminder names, with room for holidays. */
const STEPS = [9, 21, 42];

/** Bodies of the mails about a plan of so many instalments of which nobody pays any, up to so many steps. */
async function mailsOf(count: number, steps: number, settings = {}): Promise<string[]> {
  const { agree, collect, jump, email } = await givenInstalments({ settings });
  await agree(count);
  await collect(mailbox);
  for (const day of STEPS.slice(0, steps)) {
    await jump(day);
    await collect(mailbox);
  }
  const rows = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id);
  return rows.map(({ body }) => body ?? "");
}

test("the reminder of a missed instalment says that the whole remaining amount will be due", async () => {
  const reminder = (await mailsOf(2, 2)).at(-1);
  expect(reminder).toMatch(
    /please pay instalment 1 of \d, €[\d.]+, by ([^.]+)\. [\s\S]*If it is not paid by \1, you no longer pay in instalments, and the whole remaining amount \(€100\.00\) becomes due: an e-mail will then give you 14 days to pay it, and name the last day\./,
  );
});

test("or that it is spread over those that follow, if the company spreads it", async () => {
  const reminder = (await mailsOf(2, 2, { instalmentsMissed: "spread" })).at(-1);
  expect(reminder).toMatch(/If it is not paid by \d+ \w+ \d{4}, it will be spread over the instalments that follow\./);
  expect(reminder).not.toContain("14 days");
});

test("the mail about a spread instalment names it, and says where it went", async () => {
  const spread = (await mailsOf(3, 3, { instalmentsMissed: "spread" })).find((body) => body.includes("Instalment 3 of 3: €50.00"));
  expect(spread).toContain(
    "instalment 1 of 3 for invoice 2026-0001 from Rowing Club Northbank was not paid, so it was spread over those that follow.",
  );
});

test("the mail about the end names the missed instalment, what is added, and whom to ask", async () => {
  const end = (await mailsOf(2, 3)).at(-1);
  expect(end).toMatch(
    /Instalment 1 of 2 for invoice .+ was not paid in full after our reminder, so the invoice can no longer be paid in instalments\./,
  );
  expect(end).toContain(
    "If you pay by then, nothing is added. If you cannot pay by then, or if something is not right, please reply to this e-mail",
  );
});
