import { type Attributes, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

// Spans of what this service does, for those who collect traces: only once `beginTracing` was called is there any work in it. Two bundles load this module.

const shared = globalThis as typeof globalThis & { icsTraces?: boolean };

export function beginTracing(): void {
  shared.icsTraces = true;
}

/** Whose spans are made here. */
export const TRACER = "invoice-collection-service";

/** Runs the work as a span of the trace that is going on. Its name and attributes are ids and codes, never what a customer or an address says. */
export function traced<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
  if (!shared.icsTraces) return work();
  return tracer().startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // What the error says may hold data; the log has it, as far as it may.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

type Headers = Record<string, string | string[] | undefined>;

/** The span of a request, until it is answered. */
export interface RequestSpan {
  /** Runs what belongs to it. */
  run<Result>(work: () => Result): Result;
  /** Call it once. Without a status, the client has gone. */
  end(status: number | undefined, attributes?: Attributes): void;
}

/** Begins the span of a request, in the trace that its headers name. They then name this span, for whoever the request is passed on to. */
export function traceRequest(name: string, headersOf: () => Headers): RequestSpan {
  if (!shared.icsTraces) return untraced;
  const headers = headersOf();
  const before = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER }, before);
  const within = trace.setSpan(before, span);
  propagation.inject(within, headers);
  return {
    run: (work) => context.with(within, work),
    end: (status, attributes = {}) => {
      span.setAttributes({ ...attributes, "http.response.status_code": status });
      if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

const untraced: RequestSpan = { run: (work) => work(), end: () => {} };

function tracer() {
  return trace.getTracer(TRACER);
}
