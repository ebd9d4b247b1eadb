"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { EmptyState } from "@/components/ui/page/empty-state";
import { Skeleton } from "@/components/ui/page/skeleton";

interface Props {
  invoiceId: string;
  onOpenChange: (open: boolean) => void;
}

interface Answer {
  curl: string;
  body: unknown;
}

/** Shows what the interface returns for this invoice, and the curl command that requests it. */
export default function AnswerDialog({ invoiceId, onOpenChange }: Props) {
  const say = useTranslations("invoice.answer");
  const { data, isError } = useQuery({ queryKey: ["invoice answer", invoiceId], queryFn: () => fetchAnswer(invoiceId) });
  const json = data && JSON.stringify(data.body, undefined, 2);
  return (
    <Dialog open onOpenChange={onOpenChange} title={say("title")} wide>
      {isError && <EmptyState kind="trouble" bare title={say("failed")} />}
      {!data && !isError && <Skeleton className="h-64 w-full" />}
      {data && json && (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <Code name={say("curl")} text={data.curl} hint={say("curlHint")} />
          <Code name={say("json")} text={json} />
        </div>
      )}
    </Dialog>
  );
}

async function fetchAnswer(invoiceId: string): Promise<Answer> {
  const response = await fetch(`/invoices/${invoiceId}/answer`);
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return response.json();
}

function Code({ name, text, hint }: { name: string; text: string; hint?: string }) {
  return (
    <section aria-label={name} className="grid min-w-0 gap-1">
      <header className="flex items-center gap-2 text-sm">
        <h3 className="font-medium">{name}</h3>
        <CopyButton value={text} name={name} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs">
        {text}
      </pre>
      {hint && <p className="text-xs text-ink-faint">{hint}</p>}
    </section>
  );
}
