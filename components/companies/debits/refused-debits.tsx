import { useQuery } from "@tanstack/react-query";
import { TriangleAlert, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { useMay } from "@/components/shell/reader-rights";
import { Button } from "@/components/ui/form/button";
import { OnDemand } from "@/components/ui/overlay/on-demand";
import { Fact } from "@/components/ui/text/fact";
import { DebitReason } from "./debit-reason";
import type { RefusedDecision } from "./decide-refused";

interface Props {
  companyId: string;
  fileId: string;
  fileName: string;
}

/** Debits of a file that the bank refuses, with its reasons and a person's two possible answers; and how many were withdrawn for that reason. */
export function RefusedDebits({ companyId, fileId, fileName }: Props) {
  const say = useTranslations("debits.refused");
  const mayOrder = useMay("money");
  const { data } = useQuery(useTRPC().debits.refused.queryOptions({ companyId }));
  const refused = data?.refused.filter((each) => each.fileId === fileId) ?? [];
  const left = data?.left.find((each) => each.fileId === fileId);
  const count = refused.reduce((sum, each) => sum + each.count, 0);
  const act = (decision: RefusedDecision, words: string, name: string) => (
    <OnDemand
      load={() => import("./decide-refused")}
      popup="dialog"
      props={{ fileId, fileName, count, decision }}
      trigger={
        <Button size="sm" aria-label={name}>
          {words}
        </Button>
      }
    />
  );
  return (
    <>
      {refused.map((each) => (
        <Fact
          key={`${each.reasonCode} ${each.reasonText}`}
          tone="ourTurn"
          icon={TriangleAlert}
          className="justify-self-start whitespace-normal!"
        >
          <span>
            {say("waits", { count: each.count })} <DebitReason code={each.reasonCode} text={each.reasonText} />
          </span>
        </Fact>
      ))}
      {count > 0 && mayOrder && (
        <div className="flex flex-wrap gap-2">
          {act("withdraw", say("withdraw"), say("withdrawNamed", { file: fileName }))}
          {act("end", say("end"), say("endNamed", { file: fileName }))}
        </div>
      )}
      {left && (
        <Fact tone="none" icon={Undo2} className="justify-self-start whitespace-normal!">
          {say("left", { count: left.count })}
        </Fact>
      )}
    </>
  );
}
