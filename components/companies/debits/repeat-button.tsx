import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";

/** Opens the question whether a debit is to be collected once more. */
export function RepeatButton({ debitId, holder }: { debitId: string; holder: string }) {
  const say = useTranslations("repeatedDebits");
  return (
    <OnDemand
      load={() => import("./repeat-debit")}
      props={{ debitId, holder }}
      popup="dialog"
      trigger={
        <Button size="sm" variant="quiet" aria-label={say("openNamed", { name: holder })}>
          {say("open")}
        </Button>
      }
    />
  );
}
