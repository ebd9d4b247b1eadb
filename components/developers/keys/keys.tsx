"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { EmptyState } from "@/components/ui/page/empty-state";
import { HeadCell, Table, TableBody, TableHead } from "@/components/ui/table/table";
import type { ListedApiKey } from "@/server/tenancy/api-keys/api-key";
import { KeyRow } from "./key-row";
import { QueryRule } from "./query-rule";
import { useKeyColumns } from "./use-key-columns";

const RollKey = dynamic(() => import("./roll-key"));
const RevokeKeyDialog = dynamic(() => import("./revoke-key-dialog"));

/** The partner's API keys, newest first, including keys that no longer work. */
export function Keys() {
  const say = useTranslations("developers");
  const { data: keys } = useSuspenseQuery(useTRPC().keys.list.queryOptions());
  const columns = useKeyColumns();
  // Kept here instead of in the row, which changes while its new key is being shown.
  const [asked, setAsked] = useState<{ about: ListedApiKey; to: "roll" | "revoke" }>();
  const close = () => setAsked(undefined);

  if (keys.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title={say("nothingYet.title")}>
        {say("nothingYet.body")}
      </EmptyState>
    );
  }
  return (
    <>
      <Table caption={say("keys.title")} density="roomy" flush cards>
        <TableHead>
          {columns.map(({ id, head, ...cellProps }) => (
            <HeadCell key={id} {...cellProps}>
              {id === "acts" ? <span className="sr-only">{head}</span> : head}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onAsk={(to) => setAsked({ about: key, to })} />
          ))}
        </TableBody>
      </Table>
      <QueryRule />
      {asked?.to === "roll" && <RollKey apiKey={asked.about} onClose={close} />}
      {asked?.to === "revoke" && <RevokeKeyDialog apiKey={asked.about} onClose={close} />}
    </>
  );
}
