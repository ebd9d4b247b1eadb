import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { mails } from "@/db/schema/mails";
import { newId } from "@/server/platform/id";
import { givenPartner } from "@/server/testing/given";
import { givenCollected } from "@/server/testing/given-collection";
import { givenMember } from "@/server/testing/given-person";
import { hasDevelopmentMailbox, mailboxToken, openDevelopmentMailbox } from "./development-mailbox";
import { enqueueMail } from "./enqueue-mail";
import { findDevelopmentMail, listDevelopmentMails } from "./list-development-mails";

test("it shows what would have been sent, only once the process has opened it, only to this machine, and with the token that the start prints", async () => {
  const { person } = await givenMember(await givenPartner());
  await enqueueMail(db, person.id, "en", "passwordReset", { link: "https://portal.example/x" });

  const token = mailboxToken();
  expect(hasDevelopmentMailbox()).toBe(false);
  await expect(listDevelopmentMails(db, { host: "localhost:3000", token })).rejects.toThrow("not_found");

  openDevelopmentMailbox();
  for (const host of ["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"]) {
    const [newest] = await listDevelopmentMails(db, { host, token });
    expect(newest).toMatchObject({ recipient: person.email, subject: "Choose a new password", sender: null });
    const opened = await findDevelopmentMail(db, { host, token }, newest?.id ?? "");
    expect(opened).toMatchObject({ body: expect.stringContaining("https://portal.example/x"), html: null });
  }
  for (const host of ["portal.example", "127.0.0.1.evil.example:3000", "localhost.evil.example", "192.168.1.7:3000", "", null]) {
    await expect(listDevelopmentMails(db, { host, token })).rejects.toThrow("not_found");
    await expect(findDevelopmentMail(db, { host, token }, newId())).rejects.toThrow("not_found");
  }
  for (const wrong of ["", token.slice(1), `${token}0`, "ß".repeat(32), token.replace(/./, (first) => (first === "0" ? "1" : "0"))]) {
    await expect(listDevelopmentMails(db, { host: "localhost:3000", token: wrong })).rejects.toThrow("not_allowed");
    await expect(findDevelopmentMail(db, { host: "localhost:3000", token: wrong }, newId())).rejects.toThrow("not_allowed");
  }
  await db.delete(mails).where(eq(mails.recipient, person.email));
});

test("a mail is composed as its reader would get it, is found by its subject, and is left out if this version cannot compose it", async () => {
  openDevelopmentMailbox();
  const reader = { host: "localhost", token: mailboxToken() };
  const { person } = await givenMember(await givenPartner());
  await enqueueMail(db, person.id, "de", "addressInUse", { inviter: "Miriam Okafor", partner: "Ruderverband 9f4" });
  const [listed] = await listDevelopmentMails(db, reader, "ruderverband 9F4");
  expect(listed).toMatchObject({ recipient: person.email, locale: "de", subject: "Ruderverband 9f4 wollte Sie einladen" });
  expect(await listDevelopmentMails(db, reader, "Ruderverband 9f5")).toEqual([]);
  const id = listed?.id ?? "";
  expect((await findDevelopmentMail(db, reader, id))?.body).toMatch(/^Guten Tag,[\s\S]*Miriam Okafor/);

  await db.update(mails).set({ kind: "futureKind" }).where(eq(mails.id, id));
  expect((await listDevelopmentMails(db, reader)).map((mail) => mail.id)).not.toContain(id);
  expect(await findDevelopmentMail(db, reader, id)).toBeUndefined();
  await db.delete(mails).where(eq(mails.id, id));
});

test("a customer's mail is kept as the page that programs show, found by its company, and gone once it is forgotten", async () => {
  openDevelopmentMailbox();
  const reader = { host: "localhost", token: mailboxToken() };
  const { company, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await db
    .update(companies)
    .set({ name: `Ruderclub ${company.id}` })
    .where(eq(companies.id, company.id));
  await collect({ kind: "mailbox" });

  const [listed] = await listDevelopmentMails(db, reader, `RUDERCLUB ${company.id}`);
  const mail = await findDevelopmentMail(db, reader, listed?.id ?? "");
  expect(mail).toMatchObject({ sender: `Ruderclub ${company.id}` });
  expect(mail?.html).toContain("<!DOCTYPE html");
  for (const words of ["Ruderclub", "2026-0001", "/i/"]) expect(mail?.html).toContain(words);
  await db.delete(mails).where(eq(mails.id, mail?.id ?? ""));
  expect(await findDevelopmentMail(db, reader, mail?.id ?? "")).toBeUndefined();
  expect(await findDevelopmentMail(db, reader, "no id")).toBeUndefined();
});
