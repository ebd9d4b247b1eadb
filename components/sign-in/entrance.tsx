import Link from "next/link";
import type { ReactNode } from "react";
import { ExampleAccount } from "@/components/demo/welcome/example-account";
import { Brand } from "@/components/ui/page/brand";
import { LanguageLinks } from "./language-links";

interface Props {
  title: string;
  /** Address of this page, to which the links that change the language return. */
  address: string;
  children: ReactNode;
}

/** Layout of the sign-in pages: a form on the left, an example of an invoice's account on the right. */
export function Entrance({ title, address, children }: Props) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <main className="m-auto grid w-full max-w-88 grid-cols-[minmax(0,1fr)] gap-4 p-6">
        <Link href="/" className="justify-self-start text-ink hover:no-underline">
          <Brand />
        </Link>
        <h1 className="mt-1">{title}</h1>
        {children}
        <LanguageLinks address={address} />
      </main>
      <aside aria-hidden="true" className="hidden place-items-center border-l border-line bg-canvas p-12 lg:grid">
        <ExampleAccount />
      </aside>
    </div>
  );
}
