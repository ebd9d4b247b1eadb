import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import { mails } from "@/db/schema/mails";
import { groupIban } from "@/server/domain/banking/group-iban";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { forgetEnv } from "@/server/env";
import { givenBankAccount } from "@/server/testing/given-bank-account";
import { givenCollected, sendThrough } from "@/server/testing/given-collection";
import { readPng } from "@/server/testing/read-code";
import { startSmtpServer } from "@/server/testing/smtp-server";
import { customerTransport } from "./transport";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

const euros = {};
const francs = { currency: "CHF", countryCode: "CH", address1: "Seestrasse", houseNumber: "7a", zipcode: "8002", city: "Zürich" } as const;
const pounds = { currency: "GBP", countryCode: "GB" } as const;

async function givenRequest(company: Partial<typeof companies.$inferInsert>, country: "NL" | "CH" | "GB") {
  const collected = await givenCollected({ invoice: { locale: "en" } });
  await db
    .update(companies)
    .set({ currency: "EUR", ...company })
    .where(eq(companies.id, collected.company.id));
  const { current } = await givenBankAccount(collected.partner, collected.company, { country });
  return { ...collected, iban: current?.iban ?? "", reference: referenceOf(collected.invoice.invoiceNumber, "creditor").code };
}

/** The mail as the mailbox shows it. */
async function shownIn({ customerEmail, collect }: Awaited<ReturnType<typeof givenRequest>>) {
  await collect({ kind: "mailbox" });
  const { html, body } = only(await db.select().from(mails).where(eq(mails.recipient, customerEmail)));
  const [, picture] = /src="data:image\/png;base64,([^"]+)"/.exec(html ?? "") ?? [];
  return { html: html ?? "", body: body ?? "", picture: picture && Buffer.from(picture, "base64") };
}

describe("a mail shows the picture that a bank's app reads", () => {
  test("in euros", async () => {
    const given = await givenRequest(euros, "NL");
    const { html, body, picture } = await shownIn(given);
    const epc = ["BCD", "002", "1", "SCT", "", "Rowing Club Northbank", given.iban, "EUR45.00", "", given.reference].join("\n");
    expect(picture && readPng(picture)).toBe(epc);
    expect(html).toContain('alt="Or scan this with your bank’s app."');
    // The text part has no picture, but all the facts.
    expect(body).not.toContain("scan");
    expect(body).toContain(groupIban(given.iban, " "));
  });

  test("in francs, with its cross", async () => {
    const given = await givenRequest(francs, "CH");
    const { picture } = await shownIn(given);
    const read = picture && readPng(picture);
    expect(read?.split(/\r?\n/).slice(0, 4)).toEqual(["SPC", "0200", "1", given.iban]);
    expect(read).toContain(given.reference);
  });

  test("in pounds there is none, but the numbers that British banks ask for", async () => {
    const given = await givenRequest(pounds, "GB");
    const { html, body } = await shownIn(given);
    expect(html).not.toMatch(/<img|scan/);
    expect(body).toContain("Payment reference");
    const [, sortCode = "", accountNumber] = /^.{8}(\d{6})(\d{8})$/.exec(given.iban) ?? [];
    expect(body).toContain(`Sort code: ${sortCode.replace(/(..)(..)(..)/, "$1-$2-$3")}\nAccount number: ${accountNumber}\n`);
  });
});

test("through a mail server the picture goes with the mail, and the page names it", async () => {
  const smtp = await startSmtpServer();
  sendThrough(smtp);
  const given = await givenRequest(euros, "NL");
  await given.collect(customerTransport());
  await smtp.close();
  const { data } = only(smtp.received);
  const [, id] = /Content-Id: <([^>]+)>/i.exec(data) ?? [];
  const unfolded = data.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  expect(unfolded.match(/cid:[^"]+/g)).toEqual([`cid:${id}`]);
  const [, picture = ""] = /Content-Type: image\/png[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+?)\r\n-/.exec(data) ?? [];
  expect(readPng(Buffer.from(picture, "base64"))).toContain(given.reference);
  expect(data).toContain("multipart/related");
});
