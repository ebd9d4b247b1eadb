import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inArray } from "drizzle-orm";
import { type Connection, connect } from "@/db/client";
import { startEmbeddedPostgres } from "@/db/embedded/embedded";
import { migrate } from "@/db/migrate";
import { invoices } from "@/db/schema/invoices";
import type { Partner } from "@/db/schema/partners";
import { type Actor, systemActor } from "@/server/actor";
import { createImport } from "@/server/billing/imports/create-import";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { forgetEnv } from "@/server/env";
import { createEndpoint } from "@/server/notifications/create-endpoint";
import { allowLoopbackReceivers } from "@/server/notifications/loopback";
import { createCompany } from "@/server/tenancy/companies/create-company";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { newCompany, newInvoiceFor } from "@/server/testing/new-records";
import { adminUrlOf } from "./data";
import type { FetchVersions } from "./notification-witness";
import { say } from "./report";

const WRITERS = 8;

/**
 * Runs the work with a separate database, which is then removed. Sets the process's environment for that database. `adminUrl` is the
 * superuser's address.
 */
export async function withDatabase(
  connections: number,
  measure: (connection: Connection, folder: string, adminUrl: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "ics-bench-"));
  const postgres = await startEmbeddedPostgres({ folder, onProgress: say });
  try {
    await migrate(postgres.ownerUrl, postgres.appUrl);
    workOn(postgres);
    const connection = connect(postgres.appUrl, { max: connections });
    const adminUrl = adminUrlOf(postgres);
    await measure(connection, folder, adminUrl);
    await connection.close();
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sets the process's environment for a database. */
export function workOn({ appUrl, ownerUrl }: { appUrl: string; ownerUrl: string }): void {
  Object.assign(process.env, {
    ...{
      DATABASE_URL: appUrl,
      MIGRATION_DATABASE_URL: ownerUrl,
      AUTH_SECRET: randomBytes(32).toString("hex"),
      ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    },
    ...{ LOG_LEVEL: "fatal", RATE_LIMIT: "0" },
  });
  forgetEnv();
  allowLoopbackReceivers();
}

/** A partner with a real-time endpoint, and its invoices. */
export interface NotifiedPartner {
  partner: Partner;
  actor: Actor;
  invoiceIds: string[];
}

export async function createNotifiedPartner({ db }: Connection, url: string, count: number): Promise<NotifiedPartner> {
  const partner = await createPartner(db, { name: "Northbank League" });
  const actor = systemActor(partner);
  const company = await createCompany(db, actor, newCompany);
  const { id: importId } = await createImport(db, actor, { companyId: company.id, title: null, expectedInvoicesCount: null });
  await createEndpoint(db, actor, { url, pacing: "real_time" });
  const invoiceIds: string[] = [];
  const create = async () => {
    while (invoiceIds.length < count) {
      const place = invoiceIds.push("") - 1;
      invoiceIds[place] = (await createInvoice(db, actor, newInvoiceFor(importId))).id;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, create));
  return { partner, actor, invoiceIds };
}

/**
 * Writes an invoice's version into its reference, so that fetching the invoice shows the version. Writing the same version again changes
 * nothing.
 */
export async function writeVersion(db: Connection["db"], actor: Actor, invoiceId: string, version: number): Promise<void> {
  await updateInvoice(db, actor, invoiceId, { externalInvoiceNumber: "2026-0001", reference: String(version) });
}

/** Returns the version in this reference; 0 if the invoice was never changed. */
export function readVersion(reference: string | null | undefined): number {
  return Number(reference ?? 0);
}

/** Returns a function that reads versions from the database, as a GET would. */
export function lookAt({ db }: Connection): FetchVersions {
  return async (ids) => {
    const found = await db.select({ id: invoices.id, reference: invoices.reference }).from(invoices).where(inArray(invoices.id, ids));
    return new Map(found.map(({ id, reference }) => [id, readVersion(reference)]));
  };
}

/** Starts a sender in a separate process, which does only the service's notification work. */
export function startSender(): ChildProcess {
  const path = fileURLToPath(new URL("./notification-sender.mjs", import.meta.url));
  return spawn(process.execPath, [path], { env: process.env, stdio: ["ignore", "ignore", "inherit"] });
}
