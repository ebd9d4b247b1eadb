import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { cache, type ReactNode } from "react";
import { makeQueryClient } from "@/components/data/query-client";
import { createContext } from "@/server/trpc/context";
import { appRouter } from "@/server/trpc/router";

/** Returns the client of the request being rendered. Its queries start on the server, and are sent with the page. */
export const getQueryClient = cache(makeQueryClient);

/** The portal's procedures, for direct calls while a page is rendered. The browser calls them over HTTP. */
export const trpc = createTRPCOptionsProxy({ router: appRouter, ctx: createContext, queryClient: getQueryClient });

/** Sends the results of the request's queries to the browser, for the components inside. */
export function Hydrate({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(getQueryClient())}>{children}</HydrationBoundary>;
}
