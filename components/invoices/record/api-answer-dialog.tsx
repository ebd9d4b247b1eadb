"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/overlay/dialog";
import { EmptyState } from "@/components/ui/page/empty-state";
import { Skeleton } from "@/components/ui/page/skeleton";
import { CodeBlock } from "@/components/ui/text/code-block";

interface Props {
  invoiceId: string;
  onOpenChange: (open: boolean) => void;
}

interface Answer {
  curl: string;
  body: unknown;
}

/** Shows what the interface returns for this invoice, and the curl command that requests it. */
export default function ApiAnswerDialog({ invoiceId, onOpenChange }: Props) {
  const say = useTranslations("invoice.answer");
  const { data, isError } = useQuery({ queryKey: ["invoice answer", invoiceId], queryFn: () => fetchAnswer(invoiceId) });
  const json = data && JSON.stringify(data.body, undefined, 2);
  return (
    <Dialog open onOpenChange={onOpenChange} title={say("title")} wide>
      {isError && <EmptyState kind="trouble" bare title={say("failed")} />}
      {!data && !isError && <Skeleton className="h-64 w-full" />}
      {data && json && (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <CodeBlock name={say("curl")} text={data.curl} hint={say("curlHint")} />
          <CodeBlock name={say("json")} text={json} />
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
