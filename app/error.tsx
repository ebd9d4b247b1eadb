"use client";

import { useTranslations } from "next-intl";
import { Failed } from "@/components/ui/page/failed";

/** Shown when a page fails. The log contains the cause under the digest. */
export default function PageFailed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const say = useTranslations("shell");
  return (
    <Failed
      title={say("failed.title")}
      body={say("failed.body")}
      again={say("failed.again")}
      forSupport={error.digest && say("failed.forSupport", { digest: error.digest })}
      onAgain={reset}
    />
  );
}
