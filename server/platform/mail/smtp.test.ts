import { type AddressInfo, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { db } from "@/db/client";
import { mails } from "@/db/schema/mails";
import { forgetEnv } from "@/server/env";
import { customerTransport } from "@/server/messages/transport";
import { log } from "@/server/platform/log";
import { givenPartner } from "@/server/testing/given";
import { givenCollected, sendThrough } from "@/server/testing/given-collection";
import { givenMember } from "@/server/testing/given-person";
import { type SmtpStep, startSmtpServer } from "@/server/testing/smtp-server";
import { enqueueMail } from "./enqueue-mail";
import { sendMails } from "./send-mails";
import { smtpOptions } from "./smtp";
import { smtpTransport } from "./transport";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  forgetEnv();
});

/** An address of this machine's network card. Without one, 0.0.0.0, which leads here too. */
const OWN_ADDRESS =
  Object.values(networkInterfaces())
    .flat()
    .find((found) => found && !found.internal && found.family === "IPv4")?.address ?? "0.0.0.0";

function accept(unencrypted: string): void {
  vi.stubEnv("UNENCRYPTED", unencrypted);
  forgetEnv();
}

test.each(["", "?ignoreTLS=true", "?opportunisticTLS=true", "?requireTLS=false"])(
  "neither a customer's message nor a person's mail leaves for another machine without TLS: it waits, the log says why, and it leaves once that is accepted (address with %j)",
  async (query) => {
    const steps: SmtpStep[] = [];
    const smtp = await startSmtpServer((step) => steps.push(step), OWN_ADDRESS);
    onTestFinished(() => smtp.close());
    const { customerEmail, outgoing, collect } = await givenCollected();
    const { person } = await givenMember(await givenPartner());
    await db.delete(mails);
    await enqueueMail(db, person.id, "en", "passwordReset", { link: "https://portal.example/x?token=abc" });
    const mail = () => db.select().from(mails).where(eq(mails.recipient, person.email));
    sendThrough({ url: smtp.url + query });
    accept("");
    const warn = vi.spyOn(log(), "warn");

    // The background job fails with this error, which is logged, counted and raises an alarm.
    await expect(collect()).rejects.toMatchObject({ code: "ETLS" });
    expect(await sendMails(db)).toBe(0);

    expect(new Set(steps)).toEqual(new Set(["greeted"]));
    expect(await outgoing()).toMatchObject([{ state: "waiting", failure: "ETLS", nextAttemptAt: expect.any(Date) }]);
    expect(await mail()).toMatchObject([{ sentAt: null, attempts: 1, values: expect.any(String) }]);
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ code: "ETLS" }), "mail not accepted");

    accept("smtp");
    await db.execute(sql`update outgoing_messages set next_attempt_at = now() where state = 'waiting'`);
    await db.update(mails).set({ dueAt: sql`now()` });
    await collect();
    await sendMails(db);
    expect(smtp.received.map(({ to }) => to).sort()).toEqual([customerEmail, person.email].sort());
    expect(await outgoing()).toMatchObject([{ state: "sent" }]);
  },
);

describe("a mail server on this machine", () => {
  test.each(["127.0.0.1", "localhost"])("may be without TLS: %s", async (host) => {
    const smtp = await startSmtpServer();
    onTestFinished(() => smtp.close());
    sendThrough({ url: smtp.url.replace("127.0.0.1", host) });
    const transport = customerTransport();
    if (transport.kind !== "smtp") throw new Error("There is a mail server");
    (await transport.connect()).close();
    expect(smtpOptions(smtp.url)).not.toHaveProperty("requireTLS");
  });
});

test("user, password and port come from the address", () => {
  expect(smtpOptions("smtps://ada:a%40b@mail.example:465")).toMatchObject({
    secure: true,
    host: "mail.example",
    port: 465,
    auth: { user: "ada", pass: "a@b" },
    requireTLS: true,
  });
});

const MAIL = { id: "1", recipient: "ada@members.example", subject: "A link", body: "" };

describe("a mail server is given up, by messages to customers and mails to people alike", () => {
  /** Returns the errors of both against a server that answers so. */
  async function errorsOf(answer: (socket: Socket) => void): Promise<unknown[]> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    sendThrough({ url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const customers = customerTransport();
    if (customers.kind !== "smtp") throw new Error("There is a mail server");
    const attempts = await Promise.allSettled([customers.connect(), smtpTransport()?.(MAIL)]);
    return attempts.map((attempt) => attempt.status === "rejected" && attempt.reason);
  }

  test("that never greets", async () => {
    const greeting = expect.objectContaining({ message: expect.stringMatching(/[Gg]reeting/) });
    expect(await errorsOf(() => {})).toEqual([greeting, greeting]);
  }, 25_000);

  test("that closes the connection before it greets", async () => {
    const closed = expect.objectContaining({ code: "ECONNECTION" });
    expect(await errorsOf((socket) => void socket.end())).toEqual([closed, closed]);
  });
});

describe("credentials in the address", () => {
  /** Connects for a customer's message and sends a person's mail, and returns their errors. */
  async function errorsWith(credentials: string, wanted: string | null): Promise<unknown[]> {
    const smtp = await startSmtpServer();
    onTestFinished(() => smtp.close());
    smtp.credentials = wanted;
    sendThrough({ url: smtp.url.replace("//", `//${credentials}@`) });
    const customers = customerTransport();
    if (customers.kind !== "smtp") throw new Error("There is a mail server");
    const attempts = await Promise.allSettled([customers.connect().then((connection) => connection.close()), smtpTransport()?.(MAIL)]);
    return attempts.map((attempt) => (attempt.status === "rejected" ? attempt.reason : null));
  }

  test("sign in", async () => {
    expect(await errorsWith("ada:right", "ada:right")).toEqual([null, null]);
  });

  test("that are wrong, or that the server does not take, send nothing", async () => {
    const refused = expect.objectContaining({ code: "EAUTH" });
    expect(await errorsWith("ada:wrong", "ada:right")).toEqual([refused, refused]);
    expect(await errorsWith("ada:right", null)).toEqual([refused, refused]);
  });
});

test("a mail that the server does not accept is rejected with the server's answer", async () => {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  sendThrough(smtp);
  smtp.refusing = true;
  await expect(smtpTransport()?.(MAIL)).rejects.toMatchObject({ code: "EENVELOPE", responseCode: 450 });
});
