"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";

/** Under which the company that is being looked at stands in the address of every list, so that two tabs do not mix. */
const PARAMETER = "company";

/** The company that the reader has chosen to look at, and ways to keep or change it. */
export function useOpenCompany() {
  const pathname = usePathname();
  const search = useSearchParams();
  const router = useRouter();
  const companyId = search.get(PARAMETER);
  return {
    companyId,
    withCompany: (href: string) => (companyId ? `${href}?${PARAMETER}=${encodeURIComponent(companyId)}` : href),
    /** Keeps the page, from its first part on: another company has other pages and other records. */
    openCompany: (id: string | null) => {
      const list = `/${pathname.split("/")[1] ?? ""}`;
      router.push(id ? `${list}?${PARAMETER}=${encodeURIComponent(id)}` : list);
    },
  };
}
