import type { Metadata } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Notice } from "@/components/ui/page/notice";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("shell"))("notFound.title") };
}

export default function NotFound() {
  const say = useTranslations("shell");
  return (
    <Notice title={say("notFound.title")}>
      <p className="text-ink-muted">{say("notFound.body")}</p>
      <Link className="font-medium" href="/">
        {say("notFound.back")}
      </Link>
    </Notice>
  );
}
