import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/components/ui/page/empty-state";
import { PageBody, PageHead } from "@/components/ui/page/page-head";

/** Shown to members on pages for administrators. */
export async function NotAllowed({ title }: { title: string }) {
  const say = await getTranslations("shell.notAllowed");
  return (
    <>
      <PageHead rule title={title} />
      <PageBody className="pt-6">
        <EmptyState kind="not-allowed" title={say("title")}>
          {say("body")}
        </EmptyState>
      </PageBody>
    </>
  );
}
