"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useTRPC } from "@/components/data/trpc";
import { failureOf } from "@/components/failures/failure";
import { Refusal } from "@/components/failures/refusal";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Skeleton } from "@/components/ui/page/skeleton";
import { ProofForm } from "./proof-form";

/** Asks the reader for proof of identity before their request is carried out. */
export default function ProofDialog({ onClose }: { onClose: (isProved: boolean) => void }) {
  const say = useTranslations("proof");
  const { mutate: begin, data: ways, error } = useMutation(useTRPC().factors.beginProof.mutationOptions({ gcTime: 0 }));
  useEffect(() => begin(), [begin]);
  return (
    <Dialog open onOpenChange={() => onClose(false)} title={say("title")}>
      <p className="text-ink-muted">{say("why")}</p>
      {error && <Refusal code={failureOf(error).code} />}
      {ways ? <ProofForm ways={ways} onProved={() => onClose(true)} /> : !error && <Skeleton className="h-9 w-full" />}
    </Dialog>
  );
}
