"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { CopyButton } from "@/components/ui/form/copy-button";
import { Banner } from "@/components/ui/page/banner";

interface Props {
  codes: string[];
  /** Called when the reader confirms that the codes are stored. */
  onKept: () => void;
}

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const say = useTranslations("factors.recovery");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Banner tone="attention" role="status">
        {say("once")}
      </Banner>
      <p>{say("explanation")}</p>
      <ul aria-label={say("title")} className="grid gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" onClick={onKept}>
          {say("kept")}
        </Button>
        <CopyButton value={codes.join("\n")} name={say("title")} label={say("copy")} />
      </div>
    </div>
  );
}
