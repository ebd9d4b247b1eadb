"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { EmptyState } from "@/components/ui/page/empty-state";
import { HeadCell, Table, TableBody, TableHead } from "@/components/ui/table/table";
import type { ListedApiKey } from "@/server/tenancy/api-keys/api-key";
import { HeaderOnlySetting } from "./header-only-setting";
import { KeyRow } from "./key-row";
import { useKeyColumns } from "./use-key-columns";

const RollKey = dynamic(() => import("./roll-key"));
const RevokeKeyDialog = dynamic(() => import("./revoke-key-dialog"));

/** The partner's API keys, newest first, including keys that no longer work. */
export function Keys() {
  const say = useTranslations("developers");
  const { data: keys } = useSuspenseQuery(useTRPC().keys.list.queryOptions());
  const columns = useKeyColumns();
  // Kept here, because the row changes once its key is rolled, while the dialog still shows the new key.
  const [openDialog, setOpenDialog] = useState<{ about: ListedApiKey; to: "roll" | "revoke" }>();
  const close = () => setOpenDialog(undefined);

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
            <KeyRow key={key.id} apiKey={key} onAsk={(to) => setOpenDialog({ about: key, to })} />
          ))}
        </TableBody>
      </Table>
      <HeaderOnlySetting />
      {openDialog?.to === "roll" && <RollKey apiKey={openDialog.about} onClose={close} />}
      {openDialog?.to === "revoke" && <RevokeKeyDialog apiKey={openDialog.about} onClose={close} />}
    </>
  );
}
