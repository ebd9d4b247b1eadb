import { Menu } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Brand } from "@/components/ui/page/brand";
import { navigation } from "./navigation";
import type { Reader } from "./reader";

/** Bar in place of the sidebar on a narrow page: the logo, and a button that opens the sidebar. */
export function TopBar({ reader }: { reader: Reader }) {
  const say = useTranslations("shell");
  const trigger = (
    <button
      type="button"
      aria-label={say("openMenu")}
      className="ml-auto grid size-11 cursor-pointer place-items-center rounded-md text-ink-muted"
    >
      <Menu />
    </button>
  );
  return (
    <header className="sticky top-(--banner,0px) z-10 flex h-12 items-center gap-2 border-b border-line bg-canvas pr-2 pl-4 lg:hidden print:hidden">
      <Link href={navigation[reader.role][0]?.href ?? "/"} className="text-ink hover:no-underline">
        <Brand />
      </Link>
      <OnDemand load={() => import("./menu-drawer")} props={{ reader }} popup="dialog" trigger={trigger} />
    </header>
  );
}
