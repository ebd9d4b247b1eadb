import { filterAndOrderOf, loadInboxAddress } from "@/components/conversations/inbox/inbox-address";
import { contentsQuery, importsQuery, loadImportAddress, loadImportsAddress } from "@/components/imports/imports-address";
import { filterOf, loadListAddress } from "@/components/invoices/list/list-address";
import { db } from "@/db/client";
import type { PartnerPerson } from "@/server/tenancy/people/person";
import { createCallerFactory } from "@/server/trpc/init";
import { appRouter } from "@/server/trpc/router";

const callerFor = createCallerFactory(appRouter);

interface Listed {
  /** Sums in cents. */
  sums: number[];
  /** Number of records. */
  count: number;
}

/** Reads the address as the list's page does, and queries all pages of the list. */
export async function readList(person: PartnerPerson, href: string): Promise<Listed> {
  const { pathname, searchParams } = new URL(href, "http://portal.example");
  const { invoices, imports, tickets } = callerFor({ db, person, requestId: null });
  const [, list, importId] = pathname.split("/");
  if (importId) {
    const { show } = loadImportAddress(searchParams);
    const rows = await onAllPages((page) => imports.contents(contentsQuery(importId, { show, page })));
    return { sums: [], count: rows.length };
  }
  if (list === "invoices") {
    const { sums, totalEntries } = await invoices.summary(filterOf(loadListAddress(searchParams)));
    const cents = sums.flatMap((each) => Object.values(each).filter((value) => typeof value === "number"));
    return { sums: cents, count: totalEntries };
  }
  if (list === "imports") {
    const address = loadImportsAddress(searchParams);
    const rows = await onAllPages(async (page) => (await imports.list(importsQuery({ ...address, page }))).entries);
    const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
    return { sums: [...byCurrency.values()].map(sumOfBilled), count: rows.length };
  }
  const address = loadInboxAddress(searchParams);
  const asked = { status: address.status, companyId: address.company, ...filterAndOrderOf(address) };
  let { entries, nextCursor } = await tickets.list(asked);
  let count = entries.length;
  while (nextCursor) {
    ({ entries, nextCursor } = await tickets.list({ ...asked, cursor: nextCursor }));
    count += entries.length;
  }
  return { sums: [], count };
}

async function onAllPages<Entry>(list: (page: number) => Promise<readonly Entry[]>): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const entries = await list(page);
    if (entries.length === 0) return all;
    all.push(...entries);
  }
}

function sumOfBilled(imports: readonly { billedCents: number }[]): number {
  return imports.reduce((sum, { billedCents }) => sum + billedCents, 0);
}
