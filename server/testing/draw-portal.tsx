import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { AppRouterContext, type AppRouterInstance } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { Companies } from "@/components/companies/companies";
import { companiesQuery, loadCompaniesAddress } from "@/components/companies/companies-address";
import { longestWaiting, newestImports, newestInvoices } from "@/components/companies/company-parts";
import { CompanyRecord } from "@/components/companies/company-record";
import { filterAndOrderOf, filterOf as inboxFilterOf, loadInboxAddress } from "@/components/conversations/inbox/inbox-address";
import { TicketsInbox } from "@/components/conversations/tickets/tickets-inbox";
import { makeQueryClient } from "@/components/data/query-client";
import { PortalClient } from "@/components/data/trpc";
import { Home } from "@/components/home/home";
import { ImportRecord } from "@/components/imports/import-record";
import { Imports } from "@/components/imports/imports";
import { contentsQuery, importsQuery, loadImportAddress, loadImportsAddress } from "@/components/imports/imports-address";
import { InvoiceList } from "@/components/invoices/list/invoice-list";
import { filterOf, loadListAddress, queryOf } from "@/components/invoices/list/list-address";
import { ReaderRightsKnown } from "@/components/shell/reader-rights";
import { loadMessages } from "@/components/translations/load";
import { db } from "@/db/client";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import type { PartnerPerson } from "@/server/tenancy/people/person";
import { type AppRouter, appRouter } from "@/server/trpc/router";

/** A link with its text. */
interface DrawnLink {
  text: string;
  href: string;
}

type Queries = ReturnType<typeof makeQueryClient>;

interface Portal {
  person: PartnerPerson;
  search: URLSearchParams;
  /** Id in the path, such as a company's. */
  id: string;
  queries: Queries;
  trpc: TRPCOptionsProxy<AppRouter>;
}

/** Draws a page of the portal as the server does, in English and without its shell. Returns its links. Throws if no page is drawn at the path. */
export async function drawLinks(person: PartnerPerson, path: string): Promise<DrawnLink[]> {
  const { pathname, searchParams: search } = new URL(path, "http://portal.example");
  const queries = makeQueryClient();
  const trpc = createTRPCOptionsProxy({ router: appRouter, ctx: { db, person, requestId: null }, queryClient: queries });
  const [, list = "", id = ""] = pathname.split("/");
  const draw = pages[id ? `${list}/id` : list];
  if (!draw) throw new Error(`no page is drawn at ${path}`);
  const page = await draw({ person, search, id, queries, trpc });
  const html = renderToString(await inPortal(page, { person, search, queries, pathname }));
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href = "", content = ""]) => ({
    href: href.replaceAll("&amp;", "&"),
    text: content.replace(/<[^>]*>/g, ""),
  }));
}

/** Pages by path: each fetches the data that it fetches on the server, and returns its content. */
const pages: Record<string, (portal: Portal) => Promise<ReactElement>> = {
  home: async ({ search, queries, trpc }) => {
    await queries.fetchQuery(trpc.home.get.queryOptions({ companyId: search.get("company") }));
    return <Home />;
  },
  invoices: async ({ search, queries, trpc }) => {
    const address = loadListAddress(search);
    await queries.fetchQuery(trpc.invoices.summary.queryOptions(filterOf(address)));
    await queries.fetchQuery(trpc.invoices.counts.queryOptions({ ...filterOf(address), fact: null }));
    await queries.fetchQuery(trpc.invoices.list.queryOptions(queryOf(address)));
    return <InvoiceList now={new Date()} />;
  },
  imports: async ({ search, queries, trpc }) => {
    await queries.fetchQuery(trpc.imports.list.queryOptions(importsQuery(loadImportsAddress(search))));
    return <Imports />;
  },
  "imports/id": async ({ id: importId, search, queries, trpc }) => {
    const { transmittedAt } = await queries.fetchQuery(trpc.imports.get.queryOptions({ importId }));
    if (transmittedAt) await queries.fetchQuery(trpc.imports.progress.queryOptions({ importId }));
    await queries.fetchQuery(trpc.imports.forecast.queryOptions({ importId }));
    await queries.fetchQuery(trpc.imports.settings.queryOptions({ importId }));
    await queries.fetchQuery(trpc.imports.languages.queryOptions({ importId }));
    await queries.fetchQuery(trpc.imports.contents.queryOptions(contentsQuery(importId, loadImportAddress(search))));
    return <ImportRecord importId={importId} />;
  },
  tickets: async ({ person, search, queries, trpc }) => {
    const address = loadInboxAddress(search);
    const { status, company: companyId } = address;
    await queries.fetchInfiniteQuery(
      trpc.tickets.list.infiniteQueryOptions(
        { status, companyId, ...filterAndOrderOf(address) },
        { getNextPageParam: (page) => page.nextCursor },
      ),
    );
    await queries.fetchQuery(trpc.tickets.counts.queryOptions({ companyId, ...inboxFilterOf(address) }));
    return <TicketsInbox partnerName={person.partnerName ?? ""} />;
  },
  companies: async ({ person: { role }, search, queries, trpc }) => {
    await queries.fetchQuery(trpc.companies.list.queryOptions(companiesQuery(loadCompaniesAddress(search))));
    return <Companies role={role} />;
  },
  "companies/id": async ({ person: { role }, id: companyId, queries, trpc }) => {
    await queries.fetchQuery(trpc.companies.get.queryOptions({ companyId }));
    await queries.fetchQuery(trpc.bankAccounts.list.queryOptions({ companyId }));
    await queries.fetchQuery(trpc.bank.settings.queryOptions({ companyId }));
    await queries.fetchQuery(trpc.bank.knownPayers.queryOptions({ companyId }));
    await queries.fetchQuery(trpc.companies.settings.queryOptions({ companyId }));
    await queries.fetchQuery(trpc.imports.list.queryOptions(newestImports(companyId)));
    await queries.fetchQuery(trpc.invoices.list.queryOptions(newestInvoices(companyId)));
    await queries.fetchQuery(trpc.tickets.list.queryOptions(longestWaiting(companyId)));
    return <CompanyRecord companyId={companyId} role={role} />;
  },
};

async function inPortal(
  page: ReactElement,
  { person, search, queries, pathname }: Omit<Portal, "trpc" | "id"> & { pathname: string },
): Promise<ReactElement> {
  const messages = await loadMessages("en");
  return (
    <AppRouterContext.Provider value={staying}>
      <PathnameContext.Provider value={pathname}>
        <SearchParamsContext.Provider value={search}>
          <NuqsTestingAdapter searchParams={search}>
            <NextIntlClientProvider locale="en" messages={messages} timeZone={TIME_ZONE}>
              <PortalClient>
                <HydrationBoundary state={dehydrate(queries)}>
                  <ReaderRightsKnown reader={person}>{page}</ReaderRightsKnown>
                </HydrationBoundary>
              </PortalClient>
            </NextIntlClientProvider>
          </NuqsTestingAdapter>
        </SearchParamsContext.Provider>
      </PathnameContext.Provider>
    </AppRouterContext.Provider>
  );
}

/** A router that goes nowhere, because nobody clicks. */
const staying: AppRouterInstance = { bfcacheId: "", back() {}, forward() {}, refresh() {}, push() {}, replace() {}, prefetch() {} };
