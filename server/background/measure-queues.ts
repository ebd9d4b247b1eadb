import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** State of a queue that has due rows. */
export interface QueueFigures {
  queue: string;
  /** Number of rows that a job should process now. */
  due: number;
  /** Age of the oldest due row, in seconds; 0 if the queue's rows have no due time. */
  oldestDueSeconds: number;
}

/**
 * Measures the queues of the background jobs that have due rows, over all partners. Reads only these rows, each through the index by which
 * its job claims it. A due time of `-infinity` means that a row is due at once, without a known time; such rows count, but have no age.
 */
export async function measureQueues(db: Database): Promise<QueueFigures[]> {
  return db.execute<QueueFigures & Record<string, unknown>>(sql`
    select queue, count(*)::int as due,
      coalesce(extract(epoch from now() - min(due_at) filter (where due_at > '-infinity')), 0)::float8 as "oldestDueSeconds"
    from (
      select 'collections' as queue, case when c.next_at > '-infinity' then c.next_at - ahead.by else c.next_at end as due_at
        from partners p
        cross join lateral (select p.clock_offset_ms * interval '1 millisecond' as by) ahead
        join collections c on c.partner_id = p.id and c.next_at <= now() + ahead.by
      union all select 'collection_starts', '-infinity' from collection_starts
      union all select 'messages', next_attempt_at from outgoing_messages
        where state in ('waiting', 'handing_over') and next_attempt_at <= now()
      union all select 'payments', next_ask_at from payments where next_ask_at <= now()
      union all select 'refunds', next_ask_at from refunds where status = 'pending' and next_ask_at <= now()
      union all select 'replies', due_at from held_replies where due_at <= now()
      union all select 'bulk_actions', coalesce(leased_until, created_at) from bulk_jobs
        where finished_at is null and coalesce(leased_until, created_at) <= now()
      union all select 'mails', due_at from mails where sent_at is null and due_at <= now()
      union all select 'mails', next_attempt_at from mails where sent_at is null and next_attempt_at <= now()
      union all select 'simulated_bank_calls', due_at from simulated_bank_calls where due_at <= now()
    ) due
    group by queue
    order by queue`);
}
