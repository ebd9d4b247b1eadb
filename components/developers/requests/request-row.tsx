"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Cell, Row } from "@/components/ui/table/table";
import { Chip } from "@/components/ui/text/chip";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import type { ListedRequest } from "@/server/tenancy/api-requests/list-requests";

/** One request: its path, outcome and key. */
export function RequestRow({ request }: { request: ListedRequest }) {
  const say = useTranslations("requests");
  const { answeredAt, method, path, status, error, durationMs, keyName, requestId, idempotencyKey } = request;
  const isRefused = status >= 400;
  const href = pageOf(path);
  return (
    <Row>
      <Cell card={2} className="text-ink-muted">
        <FormattedDate at={answeredAt} as="moment" />
      </Cell>
      <Cell card={1} className="py-1.5 sm:max-w-0">
        <span className="block truncate font-mono text-xs" title={`${method} ${path}`}>
          <span className="font-semibold">{method}</span> {href ? <Link href={href}>{path}</Link> : path}
        </span>
        {idempotencyKey && <span className="block truncate text-xs text-ink-faint">{say("idempotencyKey", { key: idempotencyKey })}</span>}
      </Cell>
      <Cell card={3}>
        <Chip tone={isRefused ? "bad" : "usual"} icon={isRefused ? CircleAlert : CircleCheck}>
          {status}
        </Chip>
        {error && <code className="ml-2 text-xs text-ink-muted">{error}</code>}
      </Cell>
      <Cell numeric hideOrder={3} card="hide">
        {say("duration", { ms: durationMs })}
      </Cell>
      <Cell hideOrder={2} card={4} className="text-ink-muted">
        {keyName ?? "–"}
      </Cell>
      <Cell hideOrder={1} card="line">
        <span className="inline-flex items-center gap-1">
          <code className="text-xs text-ink-faint">{`${requestId.slice(0, 8)}…`}</code>
          <CopyButton value={requestId} name={say("columns.requestId")} />
        </span>
      </Cell>
    </Row>
  );
}

/** Paths of the portal's pages, by the name that the resource has in `/api/v2` paths. */
const pages = { invoices: "/invoices/", imports: "/imports/", companies: "/companies/" } as const;

/** Returns the portal's page of the record that the path names; null if it names none. */
function pageOf(path: string): string | null {
  const [, kind, id] = /^\/api\/v2\/(invoices|imports|companies)\/([0-9a-f]{40})/.exec(path) ?? [];
  return kind && id ? `${pages[kind as keyof typeof pages]}${id}` : null;
}
