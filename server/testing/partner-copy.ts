import { isDeepStrictEqual } from "node:util";
import type { Connection } from "@/db/client";
import type { Actor } from "@/server/actor";
import { presentInvoice } from "@/server/api/invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { createEndpoint } from "@/server/notifications/create-endpoint";
import { allowLoopbackReceivers } from "@/server/notifications/loopback";
import { readInvoiceIds, serveLocally } from "./serve-locally";

type Copied = ReturnType<typeof presentInvoice>;

const FETCHED_AT_ONCE = 8;

/** A partner's copy of the invoices, kept only by notifications. */
export interface PartnerCopy {
  invoices: Map<string, Copied>;
  /** Returns the ids of invoices whose copy is missing or differs from the service's answer. */
  differing(invoiceIds: Iterable<string>): Promise<string[]>;
  close(): void;
}

/** Runs a partner's system. When it is notified of invoices, it fetches and stores them, and then confirms the notification. */
export async function keepPartnerCopy({ db }: Pick<Connection, "db">, actor: Actor): Promise<PartnerCopy> {
  const invoices = new Map<string, Copied>();
  const fetchInvoice = async (id: string) => presentInvoice(await getInvoice(db, actor, id));
  const forEach = async (ids: Iterable<string>, work: (id: string) => Promise<void>) => {
    const waiting = [...ids].values();
    const workRest = async () => {
      for (const id of waiting) await work(id);
    };
    await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, workRest));
  };

  const receiver = await serveLocally(async (request, response) => {
    await forEach(await readInvoiceIds(request), async (id) => void invoices.set(id, await fetchInvoice(id)));
    response.writeHead(204).end();
  });
  allowLoopbackReceivers();
  await createEndpoint(db, actor, { url: receiver.url, pacing: "real_time" });

  return {
    invoices,
    close: receiver.close,
    differing: async (invoiceIds) => {
      const found: string[] = [];
      await forEach(invoiceIds, async (id) => {
        if (!isDeepStrictEqual(invoices.get(id), await fetchInvoice(id))) found.push(id);
      });
      return found;
    },
  };
}
