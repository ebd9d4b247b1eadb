import { eq, inArray, isNull, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { mails } from "@/db/schema/mails";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { forgetEnv } from "@/server/env";
import { newId } from "@/server/platform/id";
import { log } from "@/server/platform/log";
import { encryptSecret } from "@/server/platform/secrets";
import { givenPartner, times } from "@/server/testing/given";
import { givenMember } from "@/server/testing/given-person";
import { mailsTo } from "@/server/testing/mails-to";
import { signal } from "@/server/testing/signal";
import { type SmtpServer, startSmtpServer } from "@/server/testing/smtp-server";
import { composeMail } from "./compose-mail";
import { enqueueMail } from "./enqueue-mail";
import { forgetOldMails } from "./forget-old-mails";
import { sayInMail } from "./say-in-mail";
import { sendMails } from "./send-mails";
import { sendMailsSoon } from "./send-mails-soon";
import { UncomposableMail } from "./stored-text";

const LINK = "https://portal.example/x?token=abc";

let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
});

// Mails left by other tests would be sent too.
beforeEach(() => db.delete(mails));

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

async function givenMail() {
  const { person } = await givenMember(await givenPartner());
  await enqueueMail(db, person.id, "fr", "passwordReset", { link: LINK });
  return of(person.email);
}

/** A mail as earlier versions queued it. */
async function givenMailWithBody() {
  const recipient = `${newId()}@staff.example`;
  const id = newId();
  const { keyId, data } = encryptSecret(`Ouvrez ${LINK}`, `mails:${id}`);
  const written = { subject: "Prêt à partir", body: data, bodyKeyId: keyId };
  await db.insert(mails).values({ ...written, id, recipient, locale: "fr", createdAt: sql`now()`, nextAttemptAt: sql`now()` });
  return of(recipient);
}

function of(email: string) {
  const row = async () => only(await db.select().from(mails).where(eq(mails.recipient, email)));
  const received = () => smtp.received.filter(({ to }) => to === email);
  /** The outcome for the mail server and for the database: a difference shows which of them is wrong. */
  const fate = async () => {
    const { attempts, sentAt } = await row();
    return { received: received().length, attempts, isSent: sentAt !== null };
  };
  return { email, row, received, fate };
}

test("a mail is sent in its reader's language, once, and its values are kept no longer", async () => {
  configure();
  const { row, received } = await givenMail();
  await sendMails(db);
  await sendMails(db);

  expect(received()).toHaveLength(1);
  const { data } = only(received());
  expect(data).toMatch(/^From: Collection <no-reply@portal\.example>/m);
  expect(data).toMatch(/^Subject: Choisissez un nouveau mot de passe/m);
  expect(data).toMatch(/^Message-ID: <[0-9a-f]{40}@portal\.example>/m);
  expect(data).toMatch(/^Auto-Submitted: auto-generated/m);
  expect(data).toContain("token=");
  expect(await row()).toMatchObject({
    kind: "passwordReset",
    values: null,
    valuesKeyId: null,
    subject: "Choisissez un nouveau mot de passe",
    body: null,
    attempts: 1,
  });
  expect((await row()).sentAt).not.toBeNull();
});

test("a mail is queued as a kind and the event's values, and gets the words of the time when it is sent", async () => {
  const { email, row } = await givenMail();
  expect(await row()).toMatchObject({ kind: "passwordReset", locale: "fr", subject: null, body: null });
  const say = vi.spyOn(sayInMail, "fr").mockImplementation(((key: string) => `Nouveaux mots : ${key}`) as typeof sayInMail.fr);
  onTestFinished(() => say.mockRestore());
  const transport = vi.fn(async (_: { recipient: string }) => {});
  await sendMails(db, transport);
  const sent = transport.mock.calls.flatMap(([mail]) => (mail.recipient === email ? [mail] : []));
  expect(sent).toMatchObject([{ subject: "Nouveaux mots : passwordReset.subject" }]);
});

test("nothing of a link that opens an account can be read in its row, which no other row can take over", async () => {
  const { row } = await givenMail();
  const { row: other } = await givenMail();
  const [{ values, ...mail }, foreign] = [await row(), await other()];
  for (const part of ["https", "portal.example", "token", "abc"]) expect(JSON.stringify({ ...mail, values })).not.toContain(part);
  expect(composeMail({ ...mail, values }).body).toContain(LINK);
  expect(() => composeMail({ ...mail, values: foreign.values })).toThrow(UncomposableMail);
});

test("a mail that an earlier version queued leaves as it was written, and is emptied", async () => {
  configure();
  const { row, received, fate } = await givenMailWithBody();
  smtp.refusing = true;
  await sendMails(db);
  expect(await row()).toMatchObject({ attempts: 1, sentAt: null });
  await sendMails(db);
  expect((await row()).attempts).toBe(1);

  smtp.refusing = false;
  await db.update(mails).set({ nextAttemptAt: sql`now()` }).where(isNull(mails.kind));
  await sendMails(db);
  expect(await fate()).toEqual({ received: 1, attempts: 2, isSent: true });
  const { data } = only(received());
  expect(data).toMatch(/^Subject: =\?UTF-8\?Q\?Pr=C3=AAt/m);
  expect(data).toMatch(/^Ouvrez https/m);
  expect(await row()).toMatchObject({ subject: "Prêt à partir", body: null, bodyKeyId: null });
});

test("earlier versions never claim a mail with a kind, whether it waits, was not accepted, or is being sent", async () => {
  const { email, row } = await givenMail();
  // The condition by which they claim, a hundred years on. They would send subject and body, which are empty.
  const claimed = () =>
    db.execute(sql`select from mails where recipient = ${email} and sent_at is null and next_attempt_at <= now() + interval '100 years'`);
  expect(await claimed()).toEqual([]);
  let whileSent: unknown;
  await sendMails(db, async () => {
    whileSent = await claimed();
    throw new Error("not accepted");
  });
  expect(whileSent).toEqual([]);
  expect(await row()).toMatchObject({ attempts: 1, sentAt: null });
  expect(await claimed()).toEqual([]);
  await expect(db.update(mails).set({ nextAttemptAt: sql`now()` }).where(eq(mails.recipient, email))).rejects.toThrow();
});

test.each([
  ["whose values do not fit its kind", { values: '{"lin":"https://portal.example/x?token=abc"}', valuesKeyId: null }],
  ["whose values cannot be read", { values: "https://portal.example/x?token=abc", valuesKeyId: null }],
  ["whose values were encrypted for another row", { values: encryptSecret("{}", `mails:${newId()}`).data }],
])(
  "a mail %s stays queued and is tried again soon, the job fails with an error without its values, and others are sent",
  async (_, change) => {
    configure();
    const { email, fate, row } = await givenMail();
    await db.update(mails).set(change).where(eq(mails.recipient, email));
    const others = [await givenMail(), await givenMailWithBody(), await givenMail()];
    const error = vi.spyOn(log(), "error");
    onTestFinished(() => error.mockRestore());

    await expect(sendMails(db)).rejects.toThrow("Mails that cannot be composed: 1.");

    expect(await fate()).toEqual({ received: 0, attempts: 1, isSent: false });
    const { dueAt, values } = await row();
    expect(values).toEqual(expect.any(String));
    expect(Number(dueAt) - Date.now()).toBeLessThanOrEqual(2 * MINUTE_MS);
    for (const other of others) expect(await other.fate()).toEqual({ received: 1, attempts: 1, isSent: true });
    const { id, kind } = await row();
    expect(error.mock.calls).toEqual([[{ mail: id, kind, attempts: 1, reason: expect.any(String) }, "mail cannot be composed"]]);
    for (const part of ["portal.example", "token", email]) expect(JSON.stringify(error.mock.calls)).not.toContain(part);
    await db.delete(mails).where(eq(mails.recipient, email));
  },
);

test("a mail of a kind that only a newer version knows is left to its processes, and others are sent", async () => {
  configure();
  const { email, fate } = await givenMail();
  await db.update(mails).set({ kind: "futureKind" }).where(eq(mails.recipient, email));
  const other = await givenMail();
  await sendMails(db);
  expect(await fate()).toEqual({ received: 0, attempts: 0, isSent: false });
  expect(await other.fate()).toEqual({ received: 1, attempts: 1, isSent: true });
  await db.delete(mails).where(eq(mails.recipient, email));
});

test("a mail whose values do not fit its kind is not queued", async () => {
  const { person } = await givenMember(await givenPartner());
  const values = { device: "Firefox", when: "yesterday", link: LINK };
  await expect(enqueueMail(db, person.id, "fr", "newDevice", values)).rejects.toThrow("The value when does not fit");
  expect(await mailsTo(person.email)).toEqual([]);
});

test("a mail whose transaction was rolled back is not sent", async () => {
  const { person } = await givenMember(await givenPartner());
  const work = db.transaction(async (tx) => {
    await enqueueMail(tx, person.id, "en", "passwordChanged", { link: LINK });
    throw new Error("undone");
  });
  await expect(work).rejects.toThrow("undone");
  expect(await db.select().from(mails).where(eq(mails.recipient, person.email))).toEqual([]);
});

test("a mail is due the moment it is queued, although its time is stored rounded", async () => {
  const recipient = `${newId()}@staff.example`;
  const sent: number[] = [];
  for (let count = 0; count < 200; count += 1) {
    await db.execute(sql`insert into mails (id, recipient, locale, kind, values, due_at, created_at, next_attempt_at)
      values (${newId()}, ${recipient}, 'en', 'passwordReset', ${JSON.stringify({ link: LINK })}, now(), now(), 'infinity')`);
    sent.push(await sendMails(db, async () => {}));
  }
  expect(sent).toEqual(sent.map(() => 1));
});

test("many senders at once send each mail once", async () => {
  configure();
  const waiting = await Promise.all(times(15, () => givenMail()));
  await Promise.all(times(6, () => sendMails(db)));
  for (const { fate } of waiting) expect(await fate()).toEqual({ received: 1, attempts: 1, isSent: true });
});

test("a mail that is not accepted is retried at growing intervals, delays no other, and is sent once it can be", async () => {
  configure();
  const { email, row, received } = await givenMail();
  smtp.refusing = true;
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await sendMails(db);
    const { dueAt, attempts, values, sentAt } = await row();
    expect({ attempts, sentAt, kept: values !== null }).toEqual({ attempts: attempt, sentAt: null, kept: true });
    waits.push(Math.round((Number(dueAt) - Date.now()) / 60_000));
    await db.update(mails).set({ dueAt: sql`now()` }).where(eq(mails.recipient, email));
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
  const minutesPass = (minutes: number) => db.update(mails).set({ dueAt: sql`${mails.dueAt} - make_interval(mins => ${minutes})` });
  const begun = signal();
  // Simulates a process that dies: sending never ends.
  void sendMails(db, () => {
    begun.fire();
    return new Promise(() => {});
  });
  await begun.fired;
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
