"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";

/** URL parameter with the selected company. In the URL, because each browser tab can show another company. */
const PARAMETER = "company";

/** The selected company, and functions to keep or change it. */
export function useSelectedCompany() {
  const pathname = usePathname();
  const search = useSearchParams();
  const router = useRouter();
  const companyId = search.get(PARAMETER);
  return {
    companyId,
    /** Adds the selected company to an address without parameters. */
    withCompany: (href: string) => (companyId ? `${href}?${PARAMETER}=${encodeURIComponent(companyId)}` : href),
    /**
     * Selects the company, or all of them with null. Opens the list to which the page belongs, because the page's record or page number may
     * not exist for another company.
     */
    selectCompany: (id: string | null) => {
      const list = `/${pathname.split("/")[1] ?? ""}`;
      router.push(id ? `${list}?${PARAMETER}=${encodeURIComponent(id)}` : list);
    },
  };
}
