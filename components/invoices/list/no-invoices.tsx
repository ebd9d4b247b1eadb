import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Trouble } from "@/components/failures/trouble";
import { Button } from "@/components/ui/form/button";
import { ButtonLink } from "@/components/ui/form/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { InvoiceTableSkeleton } from "./invoice-list-skeleton";
import { isFiltered, noFilters } from "./list-address";
import type { ListAddressControl } from "./use-list-address";

interface Props {
  list: ListAddressControl;
  rows: Pick<UseQueryResult<unknown, unknown>, "isPending" | "error" | "refetch">;
}

/** Explains why there are no rows, and what the reader can do. */
export function NoInvoices({ list: { address, go }, rows }: Props) {
  const say = useTranslations("invoices");
  const t = useTranslations("ui");

  if (rows.error) {
    return <Trouble title={say("failed")} error={rows.error} onRetry={() => void rows.refetch()} />;
  }
  if (rows.isPending) return <InvoiceTableSkeleton />;
  if (address.page > 1) {
    return (
      <EmptyState
        kind="no-match"
        title={say("beyondEnd.title")}
        action={<Button onClick={() => go({ page: 1 })}>{say("beyondEnd.action")}</Button>}
      />
    );
  }
  if (address.fact !== null || isFiltered(address)) {
    return (
      <EmptyState
        kind="no-match"
        title={address.q ? say("noMatch.found", { search: address.q }) : say("noMatch.title")}
        action={<Button onClick={() => go({ q: "", fact: null, ...noFilters })}>{t("clearFilters")}</Button>}
      >
        {say("noMatch.body")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      kind="nothing-yet"
      title={say("nothingYet.title")}
      action={
        <ButtonLink href="/imports" variant="primary">
          {say("nothingYet.action")}
        </ButtonLink>
      }
    >
      {say("nothingYet.body")}
    </EmptyState>
  );
}
