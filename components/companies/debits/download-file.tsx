import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { useFailureText } from "@/components/failures/failure";
import { buttonClass } from "@/components/ui/form/button-class";
import { toastFailed } from "@/components/ui/overlay/toast";

/** Downloads a file for the bank, then reads the pages again, which say that it was downloaded. Says why if it is not handed out. */
export function DownloadFile({ fileId }: { fileId: string }) {
  const say = useTranslations("debits.file");
  const textOf = useFailureText();
  const queries = useQueryClient();
  const href = `/api/export/debits?file=${fileId}`;

  async function download(event: MouseEvent) {
    event.preventDefault();
    const refused = await save(href);
    if (refused) toastFailed(textOf(refused));
    await queries.invalidateQueries();
  }

  return (
    <a className={buttonClass({ size: "sm" })} href={href} download onClick={(event) => void download(event)}>
      <Download />
      {say("download")}
    </a>
  );
}

/** Saves the file under its name. Returns the code of a refusal. */
async function save(href: string): Promise<string | undefined> {
  try {
    const response = await fetch(href);
    if (!response.ok) return (await response.json()).error ?? "internal_error";
    const [, name = ""] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
    const url = URL.createObjectURL(await response.blob());
    const link = Object.assign(document.createElement("a"), { href: url, download: name });
    link.click();
    // A browser reads the contents after the click.
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
    return undefined;
  } catch {
    return "not_reached";
  }
}

const KEPT_MS = 60_000;
