import { useTranslations } from "next-intl";
import { Meter } from "@/components/ui/table/meter";
import { Fact } from "@/components/ui/text/fact";
import type { BulkJobProgress } from "@/server/billing/bulk-jobs/bulk-job";

/** Progress in words and as a bar. Screen readers announce only the end. */
export function JobProgress({ job }: { job: BulkJobProgress }) {
  const say = useTranslations("bulkJobs.progress");
  const { size, doneCount, refusedCount } = job;
  const finished = doneCount + refusedCount;
  const words = say("running", { finished, size });
  return (
    <div className="grid gap-2">
      <p role="status" className="min-h-5">
        {job.finishedAt && (
          <Fact tone={refusedCount > 0 ? "ourTurn" : "paid"} className="text-base">
            {say("finished", { done: doneCount, refused: refusedCount })}
          </Fact>
        )}
      </p>
      {!job.finishedAt && (
        <p className="-mt-7 flex justify-between gap-4">
          <span>{words}</span>
          {refusedCount > 0 && <span className="text-attention">{say("refusedSoFar", { count: refusedCount })}</span>}
        </p>
      )}
      <Meter name={say("name")} value={finished} max={size} text={words} />
    </div>
  );
}
