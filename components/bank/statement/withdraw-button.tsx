import { FileX } from "lucide-react";
import { useTranslations } from "next-intl";
import { RequiresRight } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";

interface Props {
  statementId: string;
  /** Id of the company selected in the portal, which links keep; null if there is none. */
  company: string | null;
}

/** Opens the dialog that withdraws a statement, for people who may upload statements. */
export function WithdrawButton(props: Props) {
  const say = useTranslations("bank.withdraw");
  return (
    <RequiresRight right="money">
      <OnDemand
        load={() => import("./withdraw-dialog")}
        props={props}
        popup="dialog"
        trigger={
          <Button>
            <FileX />
            {say("open")}
          </Button>
        }
      />
    </RequiresRight>
  );
}
