import { type Aggregator, Counter, Gauge, Histogram, Registry, register } from "prom-client";

// Metrics of a process, in prom-client's registry. Two bundles load this module (the service's and Next's), so each metric is created once.

interface Configuration {
  name: string;
  help: string;
  labelNames: readonly string[];
  registers?: Registry[];
  aggregator?: Aggregator;
}
/** Class of a metric: prom-client's `Counter`, `Gauge` or `Histogram`. */
type MetricClass<Metric> = { new (configuration: Configuration): Metric };

/**
 * Returns the metric with this name; creates it if the other bundle has not. `aggregator`: how the values of several processes become one.
 */
function once<Metric>(
  Class: MetricClass<Metric>,
  name: string,
  help: string,
  labelNames: readonly string[] = [],
  aggregator: Aggregator = "sum",
): Metric {
  return (register.getSingleMetric(name) as Metric | undefined) ?? new Class({ name, help, labelNames, aggregator });
}

/**
 * Metrics from the database. Each process reads the same values, so they are in a separate registry: metrics in the ordinary one are
 * combined over all processes.
 */
export const databaseRegistry = new Registry();

/** Metrics of a supervisor about its processes. */
export const familyRegistry = new Registry();
export const supervisedProcesses = new Gauge({
  name: "supervised_processes",
  help: "Processes that a supervisor runs, by role and state (answering, silent: not within a second).",
  labelNames: ["role", "state"],
  registers: [familyRegistry],
});

/** Creates a metric from the database. */
function ofDatabase(name: string, help: string, labelNames: readonly string[] = []): Gauge<string> {
  return new Gauge({ name, help, labelNames, registers: [databaseRegistry] });
}

export const httpRequests = once(Counter<string>, "http_requests_total", "Requests to /api/v2, by route, method and status.", [
  "route",
  "method",
  "status",
]);
export const requestsNotLogged = once(
  Counter<string>,
  "api_requests_not_logged_total",
  "Requests missing from the partners' log: a key's successful reads beyond 20 a second, and those that could be neither written nor kept.",
);
export const httpDuration = once(Histogram<string>, "http_request_duration_seconds", "Duration of requests to /api/v2.", ["method"]);
export const doorRequests = once(
  Counter<string>,
  "door_requests_total",
  "Requests for everything but /api/v2 and static files, by what they were for (portal, customer, page) and status.",
  ["door", "status"],
);
export const doorDuration = once(
  Histogram<string>,
  "door_request_duration_seconds",
  "Duration of requests for everything but /api/v2 and static files.",
  ["door"],
);
export const databaseProbe = once(
  Gauge<string>,
  "database_probe_seconds",
  "How long the process's last probe of its database waited for a connection of the pool and for the answer.",
  [],
  "max",
);
export const databaseProbesFailed = once(
  Counter<string>,
  "database_probes_failed_total",
  "Probes that got no connection or no answer within 5 s.",
);
export const replicaReads = once(
  Counter<string>,
  "replica_reads_total",
  "Queries of the portal that could be read from the replica, by outcome (read, behind, failed). The primary answered those that were not read.",
  ["outcome"],
);
export const jobPeriod = once(
  Gauge<string>,
  "background_job_period_seconds",
  "How long a background job pauses between two runs.",
  ["job"],
  "max",
);
export const jobRuns = once(Counter<string>, "background_job_runs_total", "Runs of background jobs, by job and outcome (done, failed).", [
  "job",
  "outcome",
]);
export const jobLastSuccess = once(
  Gauge<string>,
  "background_job_last_success_timestamp_seconds",
  "When a background job last succeeded, in Unix seconds.",
  ["job"],
  "max",
);
export const jobDone = once(Counter<string>, "background_job_items_total", "What background jobs report to have done, by job and kind.", [
  "job",
  "kind",
]);
export const limitsHit = once(Counter<string>, "limits_hit_total", "Requests refused because a limit was reached, by limit.", ["limit"]);
export const heldUpWork = once(
  Counter<string>,
  "held_up_total",
  "Records that other transactions or a time-out kept a job from, left for its next round, by kind.",
  ["kind"],
);
export const providerAnswers = once(
  Counter<string>,
  "provider_answers_total",
  "What payment providers answered, by subject (payment, refund) and state.",
  ["subject", "state"],
);
export const queueDue = ofDatabase("queue_due_rows", "Rows of a queue that a job should take now.", ["queue"]);
export const queueAge = ofDatabase("queue_oldest_due_seconds", "Age of a queue's oldest due row, in seconds.", ["queue"]);
export const notificationsOldest = ofDatabase(
  "notifications_oldest_owed_seconds",
  "Age of the oldest change owed to an endpoint that is switched on.",
);
export const notificationsOldestDeliverable = ofDatabase(
  "notifications_oldest_deliverable_seconds",
  "Age of the oldest change owed to an endpoint that is switched on and whose last delivery did not fail.",
);
export const notificationsOwed = ofDatabase("notifications_owed", "Records that endpoints have not confirmed, by state.", ["state"]);
export const deliveriesOpen = ofDatabase(
  "notifications_open_deliveries",
  "Deliveries that are not confirmed yet, by whether an attempt has failed.",
  ["state"],
);
export const endpointsByState = ofDatabase("notifications_endpoints", "Endpoints of all partners, by state.", ["state"]);
