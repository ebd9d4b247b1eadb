import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { clockMoveBody, clockResource, presentClock } from "@/server/api/sandbox";
import { DomainError } from "@/server/errors";
import { transact } from "@/server/platform/transact";
import { moveClock } from "@/server/sandbox/move-clock";
import { requireSandbox } from "@/server/sandbox/require-sandbox";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "Show clock of the sandbox",
      tag: "Sandbox",
      answer: clockResource,
      errors: ["not_a_sandbox"],
    },
    async ({ db, actor }) => json(presentClock(await requireSandbox(db, actor))),
  ),
  PUT: endpoint(
    {
      summary: "Move clock of the sandbox",
      description:
        "Moves the clock forward by this number of days. Everything that falls due on the way happens in the background, in order: request the clock until `on_its_way_to` is null. The clock never goes back.",
      tag: "Sandbox",
      body: clockMoveBody,
      answer: clockResource,
      errors: ["invalid_days", "not_a_sandbox", "clock_on_its_way", "season_is_playing", "clock_too_far"],
    },
    async ({ db, actor, body: { days } }) =>
      transact(db, actor, async (tx) => {
        const { goingTo, offsetMs } = await requireSandbox(tx, actor);
        if (goingTo) throw new DomainError("clock_on_its_way");
        await moveClock(tx, actor, { days, seenOffsetMs: offsetMs }).catch(asOnItsWay);
        return json(presentClock(await requireSandbox(tx, actor)));
      }),
  ),
});

/** Converts the refusal if another request has moved the clock. */
function asOnItsWay(error: unknown): never {
  throw error instanceof DomainError && error.code === "changed_meanwhile" ? new DomainError("clock_on_its_way") : error;
}
