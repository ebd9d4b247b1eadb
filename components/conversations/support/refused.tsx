"use client";

import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useEffect } from "react";
import { toastFailed } from "@/components/ui/overlay/toast";

/** Tells a supporter who opened a page for a partner's people why they see this page instead: `partnerPerson` redirected them. */
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
