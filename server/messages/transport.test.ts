import { Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { ADDRESS_REFUSED } from "@/server/domain/rules/mail-failures";
import { forgetEnv } from "@/server/env";
import { sendThrough } from "@/server/testing/given-collection";
import { startSmtpServer } from "@/server/testing/smtp-server";
import { customerTransport } from "./transport";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  forgetEnv();
});

test("a connection to the mail server holds no small packet back", async () => {
  const smtp = await startSmtpServer();
  sendThrough(smtp);
  const setNoDelay = vi.spyOn(Socket.prototype, "setNoDelay");
  const transport = customerTransport();
  if (transport.kind !== "smtp") throw new Error("There is a mail server");
  const connection = await transport.connect();
  expect(setNoDelay).toHaveBeenCalledWith(true);
  connection.close();
  await smtp.close();
});

test.each([
  ["550 5.1.1 No such user", { state: "refused", failure: ADDRESS_REFUSED }],
  ["550 5.4.5 Quota exceeded", { state: "refused", failure: "550" }],
  ["450 4.1.1 Not now", { state: "waiting", failure: "450" }],
])("a recipient that is answered with %s", async (refusal, outcome) => {
  const smtp = await startSmtpServer();
  sendThrough(smtp);
  Object.assign(smtp, { refusing: true, refusal });
  const transport = customerTransport();
  if (transport.kind !== "smtp") throw new Error("There is a mail server");
  const connection = await transport.connect();
  const mail = { id: "m1", recipient: "ada@members.example", locale: "en" as const, sender: "Rowing Club", replyTo: "club@rowing.example" };
  const sent = await connection.send({ ...mail, subject: "News", text: "News", html: "<p>News</p>", picture: undefined }, async () => true);
  expect(sent).toEqual(outcome);
  await smtp.close();
});
