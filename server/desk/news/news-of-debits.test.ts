import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { endDebit } from "@/server/bank/debits/end-debit";
import { DAY_MS } from "@/server/domain/formats/time";
import type { newsPaces } from "@/server/domain/rules/news";
import { booking, type DebitAtBank, givenDebitsAtBank, returned } from "@/server/testing/given-debits-at-bank";
import { givenMember } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { mailNews } from "./mail-news";

/** Four debits at the bank, and a person who was last mailed two days ago. */
async function given(newsPace: (typeof newsPaces)[number] = "at_once") {
  const bank = await givenDebitsAtBank([{}, {}, {}, {}]);
  const { person, actor } = await givenMember(bank.partner);
  const newsToldAt = new Date(Date.now() - 2 * DAY_MS);
  await db.update(users).set({ newsPace, newsToldAt }).where(eq(users.id, person.id));
  const told = async () => {
    await mailNews(db, { settledAfterMs: 0, scope: { partnerId: bank.partner.id } });
    return (await mailsTo(person.email)).filter(({ subject }) => subject === "News about your invoices").map(({ body }) => body ?? "");
  };
  return { ...bank, all: bank.debits as [DebitAtBank, DebitAtBank, DebitAtBank, DebitAtBank], actor, news: told };
}

const rejects = ({ debit }: DebitAtBank, reason: string) => ({ endToEndId: debit.endToEndId, status: "RJCT", reason });
const invoiceOf = ({ invoices }: DebitAtBank) => `/invoices/${invoices[0]?.id}`;

test("a person is mailed of debits that the bank rejected or returned, and of mandates that thereby ended", async () => {
  const { all, report, told, news } = await given();
  const [closed, unfunded, back, booked] = all;
  await report({ status: "PART", payments: [rejects(closed, "AC04"), rejects(unfunded, "AM04")] });
  await told([booking(back), booking(booked)]);
  await told([returned(back, { returnReason: "MD01" })], { id: "S2" });
  const [mail = "", ...others] = await news();
  expect(others).toEqual([]);
  const parts = mail.split("\n\n");
  const partWith = (words: string) => parts.find((part) => part.includes(words)) ?? "";
  const rejected = partWith("The bank rejected direct debits of 2 invoices");
  for (const debit of [closed, unfunded]) expect(rejected).toContain(invoiceOf(debit));
  expect(partWith("1 payment was taken back by the bank")).toContain(invoiceOf(back));
  const ended = partWith("Direct debit mandates of the payers of 2 invoices have ended");
  for (const debit of [closed, back]) expect(ended).toContain(invoiceOf(debit));
  expect(ended).not.toContain(invoiceOf(unfunded));
  expect(mail).not.toContain(invoiceOf(booked));
});

test("nobody is mailed of a debit that a person ended, nor those who want no news", async () => {
  const ended = await given();
  await endDebit(db, ended.actor, ended.all[0].debit.id);
  expect(await ended.news()).toEqual([]);

  const silent = await given("never");
  await silent.report({ status: "PART", payments: [rejects(silent.all[0], "AC04")] });
  expect(await silent.news()).toEqual([]);
});
