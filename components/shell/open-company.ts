"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";

/** URL parameter of the selected company in every list, so that two tabs do not mix. */
const PARAMETER = "company";

/** The selected company, and functions to keep or change it. */
export function useOpenCompany() {
  const pathname = usePathname();
  const search = useSearchParams();
  const router = useRouter();
  const companyId = search.get(PARAMETER);
  return {
    companyId,
    withCompany: (href: string) => (companyId ? `${href}?${PARAMETER}=${encodeURIComponent(companyId)}` : href),
    /** Stays on the page's list: another company has other records and pages. */
    openCompany: (id: string | null) => {
      const list = `/${pathname.split("/")[1] ?? ""}`;
      router.push(id ? `${list}?${PARAMETER}=${encodeURIComponent(id)}` : list);
    },
  };
}
