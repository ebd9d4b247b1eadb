import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "@/db/client";
import { systemActor } from "@/server/actor";
import { createImport } from "@/server/billing/imports/create-import";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { createCompany } from "@/server/tenancy/companies/create-company";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { startProductionProcess } from "@/server/testing/hosts";
import { newCompany, newInvoiceFor } from "@/server/testing/new-records";
import { type SmtpServer, startSmtpServer } from "@/server/testing/smtp-server";
import { withDatabase } from "./notification-setup";
import { cpuMicroseconds, residentMiB } from "./processes";
import { print, say } from "./report";

// Measures a large import's transmission: the duration of the request, how fast its requests to pay reach a mail server on this machine,
// and whether memory grows. Runs the service as in production.

const INVOICES = Number(process.argv[3] ?? 10_000);
const WRITERS = 8;
const LOOK_MS = 250;
/** Number of lines of the report. */
const STEPS = 10;
/** Maximum time without progress, in ms. */
const PATIENCE_MS = 60_000;

await withDatabase(WRITERS, measure);

async function measure({ db }: Connection, folder: string): Promise<void> {
  const partner = await createPartner(db, { name: "Northbank League" });
  const actor = systemActor(partner);
  const { key } = await createApiKey(db, partner.id, { name: "bench" });
  const company = await createCompany(db, actor, newCompany);
  const { id: importId } = await createImport(db, actor, { companyId: company.id, title: null, expectedInvoicesCount: null });
  const left = Array.from({ length: INVOICES }).keys();
  const create = async () => {
    for (const number of left) {
      await createInvoice(db, actor, { ...newInvoiceFor(importId), customerEmail: `member${number}@members.example` });
      if (number % 1_000 === 999) say(`${number + 1} of ${INVOICES} invoices`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, create));

  const smtp = await startSmtpServer();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: "no-reply@portal.example" };
  const host = await startProductionProcess(folder, { ...(process.env as Record<string, string>), ...mail });
  try {
    const began = performance.now();
    const answer = await fetch(`${host.baseUrl}/api/v2/imports/${importId}/transmit`, {
      method: "PUT",
      headers: { Authorization: `ApiKey ${key}` },
    });
    if (!answer.ok) throw new Error(`Transmitting was answered by ${answer.status}`);
    print(`Transmitting ${INVOICES} invoices took ${(performance.now() - began).toFixed(0)} ms (to reach: under 1000)`);
    await follow(smtp, host.pid);
  } finally {
    await host.stop();
    await smtp.close();
  }
  const recipients = new Set(smtp.received.map(({ to }) => to));
  print(`${smtp.received.length} mails to ${recipients.size} recipients`);
}

/** Reports a line for each tenth of the mails, until all have arrived. */
async function follow({ received }: SmtpServer, pid: number): Promise<void> {
  const began = performance.now();
  let step = { count: 0, at: began, cpu: cpuMicroseconds(pid) };
  let grown = performance.now();
  let last = 0;
  while (received.length < INVOICES) {
    await wait(LOOK_MS);
    if (received.length > last) grown = performance.now();
    if (performance.now() - grown > PATIENCE_MS) throw new Error(`No mail came for ${PATIENCE_MS / 1_000} s, after ${received.length}`);
    last = received.length;
    if (last - step.count < INVOICES / STEPS && last < INVOICES) continue;
    const now = { count: last, at: performance.now(), cpu: cpuMicroseconds(pid) };
    const perSecond = (now.count - step.count) / ((now.at - step.at) / 1_000);
    const cpuMs = (now.cpu - step.cpu) / 1_000 / (now.count - step.count);
    print(
      `${last} mails: ${perSecond.toFixed(0)} a second, ${cpuMs.toFixed(1)} ms of the process's CPU each, ${residentMiB(pid)} MiB resident`,
    );
    step = now;
  }
  print(`${(INVOICES / ((performance.now() - began) / 1_000)).toFixed(0)} mails a second (to reach: 200)`);
}
