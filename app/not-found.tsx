import type { Metadata } from "next";
import Link from "next/link";
import { Notice } from "@/components/ui/notice";

export const metadata: Metadata = { title: "No such page" };

export default function NotFound() {
  return (
    <Notice title="There is no such page">
      <p className="text-ink-muted">The address may be mistyped, or what it led to is gone.</p>
      <Link className="font-medium" href="/">
        To the start page
      </Link>
    </Notice>
  );
}
