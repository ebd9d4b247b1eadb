"use client";

import { LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import Link from "next/link";
import { signOut } from "next-auth/react";
import { useTranslations } from "next-intl";
import * as DropdownMenu from "radix-ui/dropdown-menu";
import type { ReactElement, ReactNode } from "react";
import type { Reader } from "./reader";
import { chooseTheme, type Theme } from "./theme";

const item =
  "flex h-7.5 w-full cursor-pointer items-center gap-2 rounded-sm px-2 text-ink outline-none data-highlighted:bg-hover hover:no-underline max-lg:h-11";
const icon = "size-4 flex-none text-ink-muted";

/** The user menu: settings, theme, and signing out. The first click loads its code, so it is open when it mounts. */
export default function UserMenuOpen({ reader, trigger }: { reader: Reader; trigger: ReactElement }) {
  const say = useTranslations("shell");
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          side="top"
          sideOffset={4}
          collisionPadding={8}
          className="z-20 w-60 rounded-lg border border-line bg-raised p-1 text-sm shadow-pop"
        >
          <p className="truncate px-2 py-1 text-xs text-ink-faint">{reader.email}</p>
          <DropdownMenu.Item asChild>
            <Link href="/settings" className={item}>
              <Settings aria-hidden="true" strokeWidth={1.75} className={icon} />
              {say("navigation.settings")}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="my-1 border-t border-line" />
          <ThemeItem theme={null} icon={<Monitor aria-hidden="true" strokeWidth={1.75} className={icon} />} label={say("theme.system")} />
          <ThemeItem theme="light" icon={<Sun aria-hidden="true" strokeWidth={1.75} className={icon} />} label={say("theme.light")} />
          <ThemeItem theme="dark" icon={<Moon aria-hidden="true" strokeWidth={1.75} className={icon} />} label={say("theme.dark")} />
          <DropdownMenu.Separator className="my-1 border-t border-line" />
          <DropdownMenu.Item className={item} onSelect={() => void signOut({ callbackUrl: "/sign-in" })}>
            <LogOut aria-hidden="true" strokeWidth={1.75} className={icon} />
            {say("signOut")}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function ThemeItem({ theme, icon, label }: { theme: Theme | null; icon: ReactNode; label: string }) {
  return (
    <DropdownMenu.Item className={item} onSelect={() => chooseTheme(theme)}>
      {icon}
      {label}
    </DropdownMenu.Item>
  );
}
