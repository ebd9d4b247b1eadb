"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Trouble } from "@/components/failures/trouble";
import { buttonClass } from "@/components/ui/form/button-class";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { TriggerProps } from "@/components/ui/overlay/on-demand";
import { useOpenTrigger } from "@/components/ui/overlay/use-open-trigger";

interface Props {
  fileId: string;
  fileName: string;
  trigger: ReactElement<TriggerProps>;
}

/** Downloads of answers that a bank could give to a sandbox's file, to be uploaded as those of a real bank. */
export default function ExampleAnswers({ fileId, fileName, trigger }: Props) {
  const say = useTranslations("debits.answers");
  const { open, setOpen, opener } = useOpenTrigger(trigger);
  const { data, error, refetch } = useQuery(
    useTRPC().debits.exampleAnswers.queryOptions({ fileId }, { enabled: open, staleTime: 0, refetchOnWindowFocus: false }),
  );
  return (
    <>
      {opener}
      <Dialog wide open={open} onOpenChange={setOpen} title={say("title")}>
        <p className="text-sm wrap-anywhere text-ink-muted">{fileName}</p>
        <p className="text-sm">
          {say.rich("how", {
            link: (words) => (
              <Link key="bank" href="/bank/statements" prefetch={false}>
                {words}
              </Link>
            ),
          })}
        </p>
        {error && <Trouble bare title={say("failed")} error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && <p className="text-sm">{say("none")}</p>}
        {data && data.length > 0 && (
          <ul className="grid">
            {data.map(({ kind, name, contents }) => (
              <li key={kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-2 text-sm">
                <span className="min-w-0 flex-1 basis-60">{say(`kinds.${kind}`)}</span>
                <a
                  className={buttonClass({ size: "sm" })}
                  href={`data:application/xml;charset=utf-8,${encodeURIComponent(contents)}`}
                  download={name}
                  aria-label={say("downloadNamed", { name })}
                >
                  <Download />
                  {say("download")}
                </a>
              </li>
            ))}
          </ul>
        )}
        <p className="text-sm text-ink-muted">{say("season")}</p>
      </Dialog>
    </>
  );
}
