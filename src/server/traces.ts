/**
 * Traces for OpenTelemetry, configured by its standard variables. A trace leads from the tap on a phone through sync and
 * database to the live sockets. Without `OTEL_EXPORTER_OTLP_ENDPOINT` its packages are not loaded and no span is made.
 */
import type { Attributes, Context as TraceContext, Span, SpanOptions, Tracer } from '@opentelemetry/api'
import { programVersion } from './program-files'

type OpenTelemetry = typeof import('@opentelemetry/api')

interface ActiveTraces {
  api: OpenTelemetry
  tracer: Tracer
  /** Id of the next root span's trace; null for a random one. */
  nextTraceId: string | null
  stop(): Promise<void>
}
let traces: ActiveTraces | null = null

const SERVICE_NAME = 'nonwoven-mes'

/** Starts to send traces if the environment asks for them. @returns a function that sends the remaining spans and stops */
export async function startTraces(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const isEnabled = Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
  if (!isEnabled || env['OTEL_SDK_DISABLED'] === 'true') return async () => undefined
  const [api, { BatchSpanProcessor, NodeTracerProvider, RandomIdGenerator }, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const randomIds = new RandomIdGenerator()
  const provider = new NodeTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': programVersion })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    idGenerator: {
      generateSpanId: () => randomIds.generateSpanId(),
      generateTraceId: () => traces?.nextTraceId ?? randomIds.generateTraceId(),
    },
  })
  provider.register()
  traces = {
    api,
    tracer: provider.getTracer(SERVICE_NAME, programVersion),
    nextTraceId: null,
    stop: async () => {
      traces = null
      await provider.shutdown()
      api.trace.disable()
      api.context.disable()
      api.propagation.disable()
    },
  }
  return traces.stop
}

/**
 * Runs work in a span below the current one.
 * @param parent headers of a call (`traceparent`) whose trace it continues
 */
export async function runInSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  parent?: Readonly<Record<string, unknown>>,
): Promise<T> {
  if (!traces) return work()
  const { api, tracer } = traces
  const parentContext = parent ? api.propagation.extract(api.ROOT_CONTEXT, parent) : api.context.active()
  return runWithSpan(api, tracer.startSpan(name, { attributes }, parentContext), parentContext, work)
}

/**
 * Runs the command of a phone in the trace of its tap, whose id is the id of the command. The trace begins with a span
 * from the tap to now: the time that the command waited on the phone.
 * @param occurredAt moment of the tap, ISO 8601
 */
export async function runInTraceOfTap<T>(
  { id, op, occurredAt }: { readonly id: string; readonly op: string; readonly occurredAt: string },
  work: () => Promise<T>,
): Promise<T> {
  if (!traces) return work()
  const { api, tracer } = traces
  const requestSpan = api.trace.getActiveSpan()
  const tapSpan = startRootSpan(traces, `tap ${op}`, id.replaceAll('-', ''), {
    kind: api.SpanKind.CLIENT,
    attributes: { 'command.id': id },
    startTime: new Date(Math.min(Date.parse(occurredAt), Date.now())),
    ...(requestSpan ? { links: [{ context: requestSpan.spanContext() }] } : {}),
  })
  tapSpan.end()
  const tapContext = api.trace.setSpan(api.ROOT_CONTEXT, tapSpan)
  return runWithSpan(api, tracer.startSpan(`apply ${op}`, {}, tapContext), tapContext, work)
}
function startRootSpan(activeTraces: ActiveTraces, name: string, traceId: string, options: SpanOptions): Span {
  activeTraces.nextTraceId = traceId
  try {
    return activeTraces.tracer.startSpan(name, { ...options, root: true })
  } finally {
    activeTraces.nextTraceId = null
  }
}

async function runWithSpan<T>(
  api: OpenTelemetry,
  span: Span,
  parentContext: TraceContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await api.context.with(api.trace.setSpan(parentContext, span), work)
  } catch (error) {
    span.setStatus({ code: api.SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) })
    throw error
  } finally {
    span.end()
  }
}

/** Returns the current span as a `traceparent` header, so that another process continues its trace; null without one. */
export function getTraceparent(): string | null {
  if (!traces) return null
  const carrier: { traceparent?: string } = {}
  traces.api.propagation.inject(traces.api.context.active(), carrier)
  return carrier.traceparent ?? null
}
/** Adds a short span to each of several traces, e.g. for a message that concerns several commands. */
export function recordSpans(name: string, attributes: Attributes, traceparents: readonly string[]): void {
  if (!traces) return
  const { api, tracer } = traces
  for (const traceparent of traceparents)
    tracer.startSpan(name, { attributes }, api.propagation.extract(api.ROOT_CONTEXT, { traceparent })).end()
}
