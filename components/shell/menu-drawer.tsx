"use client";

import { X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import * as Dialog from "radix-ui/dialog";
import { type ReactElement, useEffect, useRef, useState } from "react";
import type { Reader } from "./reader";
import { Sidebar } from "./sidebar";

interface Props {
  reader: Reader;
  trigger: ReactElement;
}

/** The sidebar of a narrow page. The first click loads its code, so it is open when it mounts. */
export default function MenuDrawer({ reader, trigger }: Props) {
  const say = useTranslations("shell");
  const pathname = usePathname();
  const shownOn = useRef(pathname);
  const [open, setOpen] = useState(true);
  // Following a link closes the menu.
  useEffect(() => {
    if (shownOn.current !== pathname) setOpen(false);
    shownOn.current = pathname;
  }, [pathname]);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-20 w-72 max-w-full overflow-auto border-l border-line bg-canvas shadow-pop"
        >
          <Dialog.Title className="sr-only">{say("menu")}</Dialog.Title>
          <Dialog.Close
            aria-label={say("closeMenu")}
            className="absolute top-1 right-2 grid size-11 cursor-pointer place-items-center rounded-md text-ink-muted"
          >
            <X />
          </Dialog.Close>
          <Sidebar reader={reader} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
