"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { toast as sonner, Toaster } from "sonner";
import { openToasts } from "./toast";
import { ToastCard } from "./toast-card";
import { TOASTS_ABOVE } from "./use-toasts-above";

/** A live region at the foot of the page. Alt+T focuses it. */
export function ToastRegion() {
  const t = useTranslations("ui");
  useEffect(
    () =>
      openToasts({
        // The card has a separate timer, because the library's would continue while Undo has the focus.
        show: ({ id, ...card }) =>
          void sonner.custom(() => <ToastCard {...card} onClose={() => sonner.dismiss(id)} />, { id, duration: Number.POSITIVE_INFINITY }),
        dismiss: (id) => void sonner.dismiss(id),
      }),
    [],
  );

  return (
    <Toaster
      // The element is a live region already; the role helps people and tests to find it.
      ref={(region) => region?.setAttribute("role", "status")}
      containerAriaLabel={t("notifications")}
      position="bottom-right"
      // Elements at the foot of the page that toasts must not cover set this variable to their height.
      offset={{ bottom: `calc(16px + var(${TOASTS_ABOVE}, 0px))`, right: 16 }}
      mobileOffset={{ bottom: `calc(12px + var(${TOASTS_ABOVE}, 0px))`, left: 12, right: 12 }}
      gap={8}
      toastOptions={{ unstyled: true, className: "w-full rounded-lg font-sans" }}
    />
  );
}
