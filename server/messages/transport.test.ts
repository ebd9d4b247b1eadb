import { Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
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
