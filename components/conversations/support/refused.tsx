"use client";

import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useEffect } from "react";
import { toastFailed } from "@/components/ui/overlay/toast";

/** Tells a supporter that the page they opened is not for support. `partnerPerson` has redirected them to this page instead. */
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
