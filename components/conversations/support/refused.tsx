"use client";

import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useEffect } from "react";
import { toastFailed } from "@/components/ui/overlay/toast";

/** Explains why the reader is here instead of on the requested page. */
export function Refused() {
  const say = useTranslations("support");
  const [refused, setRefused] = useQueryState("refused");
  useEffect(() => {
    if (!refused) return;
    toastFailed(say("refused"));
    void setRefused(null);
  }, [refused, setRefused, say]);
  return null;
}
