import { type Attributes, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

// Spans of the service's work. Records nothing before `beginTracing` is called. Two bundles load this module.

const shared = globalThis as typeof globalThis & { icsTraces?: boolean };

export function beginTracing(): void {
  shared.icsTraces = true;
}

/** Name of the tracer in each span. */
export const TRACER = "invoice-collection-service";

/** Runs the work as a span of the current trace. Names and attributes must be ids and codes, never contents or addresses. */
export function traced<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result> {
  if (!shared.icsTraces) return work();
  return tracer().startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // The error's message may contain data. The log contains the error without data.
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
  /** Runs work as part of the request's span. */
  run<Result>(work: () => Result): Result;
  /** Ends the span; call it once. Without a status, the client disconnected. */
  end(status: number | undefined, attributes?: Attributes): void;
}

/**
 * Begins the span of a request, in the trace that its headers name. Afterwards the headers name this span, for the process to which the
 * request is passed on.
 */
export function traceRequest(name: string, headersOf: () => Headers): RequestSpan {
  if (!shared.icsTraces) return untraced;
  const headers = headersOf();
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER }, parent);
  const within = trace.setSpan(parent, span);
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
