import { useTranslations } from "next-intl";
import { Section } from "@/components/ui/page/section";
import { Detail, Details } from "@/components/ui/text/details";
import { FormattedDate } from "@/components/ui/text/formatted-date";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { BulkJobProgress } from "@/server/billing/bulk-jobs/bulk-job";

/** Author and times of the action, and the texts and the day that the author gave. */
export function JobFacts({ job }: { job: BulkJobProgress }) {
  const say = useTranslations("bulkJobs.facts");
  const { retraction, pause } = job;
  return (
    <Section title={say("title")} rule>
      <Details>
        <Detail label={say("startedBy")}>{job.startedBy.name}</Detail>
        <Detail label={say("startedAt")}>
          <RelativeTime at={job.createdAt} inRealTime />
        </Detail>
        {job.finishedAt && (
          <Detail label={say("finishedAt")}>
            <RelativeTime at={job.finishedAt} inRealTime />
          </Detail>
        )}
        {pause && (
          <>
            <Detail label={say("pausedUntil")}>
              <FormattedDate day={pause.until} as="date" />
            </Detail>
            <Detail label={say("reason")}>{pause.reason}</Detail>
          </>
        )}
        {retraction && (
          <>
            <Detail label={say("creditNotePrefix")}>{retraction.creditNotePrefix}</Detail>
            <Detail label={say("description")}>{retraction.description}</Detail>
            {retraction.retractionReason && (
              <Detail label={say("reason")}>
                {retraction.retractionReason}{" "}
                <span className="text-ink-faint">{say(retraction.showRetractionReasonToCustomer ? "shown" : "notShown")}</span>
              </Detail>
            )}
          </>
        )}
      </Details>
    </Section>
  );
}
