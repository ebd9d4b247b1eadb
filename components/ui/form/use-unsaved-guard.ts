"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";

/**
 * Asks before unsaved work is lost: when the page is closed or reloaded, and, unless `withinPortal` is false, when a link leads to another
 * page of the portal.
 */
export function useUnsavedGuard(isUnsaved: boolean, { withinPortal = true } = {}): void {
  const question = useTranslations("ui")("leaveUnsaved");
  useEffect(() => {
    if (!isUnsaved) return;
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const askBeforeLink = (event: MouseEvent) => {
      if (!leadsAway(event) || window.confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("beforeunload", askBeforeUnload);
    // On the window and in the capture phase, so that it runs before the router's own listeners.
    if (withinPortal) window.addEventListener("click", askBeforeLink, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", askBeforeUnload);
      window.removeEventListener("click", askBeforeLink, { capture: true });
    };
  }, [isUnsaved, withinPortal, question]);
}

/** Whether the router will show another page in this tab. For full page loads, `beforeunload` is enough. */
function leadsAway(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement)) return false;
  const asksForOtherTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const isForRouter = link.target !== "_blank" && !link.hasAttribute("download") && link.origin === window.location.origin;
  if (asksForOtherTab || !isForRouter) return false;
  return link.pathname !== window.location.pathname || link.search !== window.location.search;
}
