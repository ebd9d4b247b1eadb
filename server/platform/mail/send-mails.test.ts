import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { mails } from "@/db/schema/mails";
import { forgetEnv } from "@/server/env";
import { newId } from "@/server/platform/id";
import { givenPartner, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { signal } from "@/server/testing/signal";
import { type SmtpServer, startSmtpServer } from "@/server/testing/smtp-server";
import { enqueueMail } from "./enqueue-mail";
import { forgetOldMails } from "./forget-old-mails";
import { sendMails, sendMailsSoon } from "./send-mails";

let smtp: SmtpServer;

beforeAll(async () => {
  // Mails left by other tests would be sent too.
  await db.delete(mails);
  smtp = await startSmtpServer();
});

afterEach(() => {
  smtp.refusing = false;
  vi.unstubAllEnvs();
  forgetEnv();
});

afterAll(() => smtp.close());

function configure(): void {
  vi.stubEnv("SMTP_URL", smtp.url);
  vi.stubEnv("MAIL_FROM", "Collection <no-reply@portal.example>");
  vi.stubEnv("PUBLIC_URL", "https://portal.example");
  forgetEnv();
}

async function givenMail(body = "Open https://portal.example/x?token=abc") {
  const { person } = await givenMember(await givenPartner());
  await enqueueMail(db, person.id, "fr", { subject: "Prêt à partir", body, opensAccount: true });
  const row = async () => only(await db.select().from(mails).where(eq(mails.recipient, person.email)));
  const received = () => smtp.received.filter(({ to }) => to === person.email);
  /** The outcome for the mail server and for the database: a difference shows which of them is wrong. */
  const fate = async () => {
    const { attempts, sentAt } = await row();
    return { received: received().length, attempts, isSent: sentAt !== null };
  };
  return { person, row, received, fate };
}

test("a mail is sent as it was written, once, and its body is kept no longer", async () => {
  configure();
  const { row, received } = await givenMail();
  expect((await row()).body).not.toContain("token=");
  await sendMails(db);
  await sendMails(db);

  expect(received()).toHaveLength(1);
  const { data } = only(received());
  expect(data).toMatch(/^From: Collection <no-reply@portal\.example>/m);
  expect(data).toMatch(/^Subject: =\?UTF-8\?Q\?Pr=C3=AAt/m);
  expect(data).toMatch(/^Message-ID: <[0-9a-f]{40}@portal\.example>/m);
  expect(data).toMatch(/^Auto-Submitted: auto-generated/m);
  expect(data).toContain("token=");
  expect(await row()).toMatchObject({ body: null, attempts: 1 });
  expect((await row()).sentAt).not.toBeNull();
});

test("a mail whose transaction was rolled back is not sent", async () => {
  const { person } = await givenMember(await givenPartner());
  const work = db.transaction(async (tx) => {
    await enqueueMail(tx, person.id, "en", { subject: "s", body: "b", opensAccount: false });
    throw new Error("undone");
  });
  await expect(work).rejects.toThrow("undone");
  expect(await db.select().from(mails).where(eq(mails.recipient, person.email))).toEqual([]);
});

test("many senders at once send each mail once", async () => {
  configure();
  const waiting = await Promise.all(times(15, () => givenMail()));
  await Promise.all(times(6, () => sendMails(db)));
  for (const { fate } of waiting) expect(await fate()).toEqual({ received: 1, attempts: 1, isSent: true });
});

test("a mail that is not accepted is retried at growing intervals, delays no other, and is sent once it can be", async () => {
  configure();
  const { person, row, received } = await givenMail();
  smtp.refusing = true;
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await sendMails(db);
    const { nextAttemptAt, attempts, body, sentAt } = await row();
    expect({ attempts, sentAt, kept: body !== null }).toEqual({ attempts: attempt, sentAt: null, kept: true });
    waits.push(Math.round((nextAttemptAt.getTime() - Date.now()) / 60_000));
    await db.update(mails).set({ nextAttemptAt: sql`now()` }).where(eq(mails.recipient, person.email));
  }
  expect(waits).toEqual([1, 5, 15, 60, 240, 240]);

  smtp.refusing = false;
  const next = await givenMail();
  await sendMails(db);
  expect(received()).toHaveLength(1);
  expect(await next.fate()).toEqual({ received: 1, attempts: 1, isSent: true });
});

test("while a slow mail server takes its time, no other process sends the mail; if its process dies, another does", async () => {
  const { row } = await givenMail();
  const minutesPass = (minutes: number) =>
    db.update(mails).set({ nextAttemptAt: sql`${mails.nextAttemptAt} - make_interval(mins => ${minutes})` });
  const begun = signal();
  // Simulates a process that dies: sending never ends.
  void sendMails(db, () => {
    begun.give();
    return new Promise(() => {});
  });
  await begun.given;
  const other = vi.fn(async () => {});

  await minutesPass(9);
  await sendMails(db, other);
  expect(other).not.toHaveBeenCalled();

  await minutesPass(1);
  await sendMails(db, other);
  expect(other).toHaveBeenCalledOnce();
  expect((await row()).attempts).toBe(2);
});

test("a mail is sent right after its commit, without waiting for the job", async () => {
  configure();
  const { received } = await givenMail();
  sendMailsSoon(db);
  sendMailsSoon(db);
  await vi.waitFor(() => expect(received()).toHaveLength(1), { timeout: 20_000 });
});

test("without an SMTP server mails stay as they are", async () => {
  const { row } = await givenMail();
  expect(await sendMails(db)).toBe(0);
  sendMailsSoon(db);
  expect(await row()).toMatchObject({ attempts: 0, sentAt: null });
});

test("a mail that was sent is forgotten after 30 days, one that could not be after 7", async () => {
  const age = async (days: number, isSent: boolean) => {
    const id = newId();
    const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    const sentAt = isSent ? at : null;
    await db
      .insert(mails)
      .values({ id, recipient: "ada@staff.example", locale: "en", subject: "s", createdAt: at, nextAttemptAt: at, sentAt });
    return id;
  };
  const young = [await age(29, true), await age(6, false)];
  const old = [await age(31, true), await age(8, false)];
  await forgetOldMails(db);
  const left = await db
    .select({ id: mails.id })
    .from(mails)
    .where(inArray(mails.id, [...young, ...old]));
  expect(left.map(({ id }) => id).sort()).toEqual(young.sort());
});
