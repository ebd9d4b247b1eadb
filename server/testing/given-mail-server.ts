import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { forgetEnv } from "@/server/env";
import type { Outcome, Transport } from "@/server/messages/transport";
import { sendThrough } from "./given-collection";
import { mailsTo } from "./mails-to";
import { type SmtpServer, startSmtpServer } from "./smtp-server";

export interface MailServer {
  /** While true, no mail is accepted. */
  refuse(refusing: boolean): void;
  /** Returns the mails sent to the address. */
  received(email: string): string[];
}

/** Starts a mail server that gets all messages during the tests of a file. */
export function givenMailServer(): MailServer {
  let smtp: SmtpServer;
  beforeAll(async () => {
    smtp = await startSmtpServer();
  });
  beforeEach(() => sendThrough(smtp));
  afterEach(() => {
    smtp.refusing = false;
    vi.unstubAllEnvs();
    forgetEnv();
  });
  afterAll(() => smtp.close());
  return {
    refuse: (refusing) => {
      smtp.refusing = refusing;
    },
    // Domains of addresses are sent in lower case.
    received: (email) => smtp.received.filter(({ to }) => to.toLowerCase() === email.toLowerCase()).map(({ data }) => data),
  };
}

/** Returns the mails to the address that stayed in the service: in the development mailbox, or a sandbox's. */
export async function keptMails(email: string): Promise<string[]> {
  return (await mailsTo(email)).map(({ subject, body }) => `Subject: ${subject}\n\n${body}`);
}

/** Returns a transport without a server, whose connection answers with `send`. */
export function answering(send: (handOver: () => Promise<boolean>) => Promise<Outcome>): Transport {
  return { kind: "smtp", connect: async () => ({ send: (_, handOver) => send(handOver), close: () => {} }) };
}
