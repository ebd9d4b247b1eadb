import { answerOperator } from "@/app/api/answer-operator";
import { db } from "@/db/client";
import { findBackgroundJob } from "@/server/background/jobs";
import { runDueJobs, runJob } from "@/server/background/run-jobs";

/** Run for each request, never at build time. */
export const dynamic = "force-dynamic";

/** Runs one job by its name, or all jobs for `due`, for hosts without a permanent process. Answers 500 if any job failed. */
export async function POST(request: Request, { params }: RouteContext<"/api/background/[job]">): Promise<Response> {
  return answerOperator("BACKGROUND_SECRET", request, async () => {
    const { job: name } = await params;
    if (name === "due") {
      const { results, failed } = await runDueJobs(db);
      return Response.json(results, { status: failed.length > 0 ? 500 : 200 });
    }
    const job = findBackgroundJob(name);
    return job ? Response.json(await runJob(db, job)) : Response.json({ error: "unknown_job" }, { status: 404 });
  });
}
