import { fileOutput, defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, flag, integer, list, moment, reference, references, text } from '@/contract/field'
import { lineKeys, tagKinds } from '../rules/tag'

const area = 'telemetry'
/** Readings in one call. */
export const MOST_READINGS = 10_000
const MOST_BYTES = 2 * 1024 * 1024
const readers = ['meterInquiryView', 'shutdownAnalysisView', 'rollInteractiveView'] as const
const figure = amount({ unit: '', digits: 6 })
const count = integer({ required: true, min: 0 })

export const readingQualities = ['good', 'uncertain', 'bad'] as const
/**
 * Readings of tags, as a gateway sends them: a batch, any order, repeats harmless, late ones welcome, all of it or none. What
 * cannot be right is kept apart with its reason (`oddReading`), so one bad value refuses none of the others.
 */
export const sendReadings = defineEndpoint('tag.send', {
  area,
  routes: 'POST /telemetry/readings',
  access: 'shutdownAnalysisTelemetry',
  effect: 'write',
  maxBodyBytes: MOST_BYTES,
  // Thousands a call, judged one by one: `server/readings-sent`.
  handlerChecksInput: true,
  input: {
    source: text({ max: 60 }),
    readings: list(
      {
        tag: text({ required: true, max: 120 }),
        at: moment({ required: true }),
        value: figure,
        unit: text({ max: 20 }),
        quality: choice(readingQualities),
      },
      { required: true, max: MOST_READINGS },
    ),
  },
  output: objectOutput({
    stored: count,
    repeated: count,
    revised: count,
    apart: count,
    unknown: list({ tag: text({ required: true, max: 120 }) }),
  }),
})

/** What tags show now. A value older than its tag allows is `stale`: it is none of now. */
export const liveTags = defineEndpoint('tag.live', {
  area,
  routes: 'GET /telemetry/live',
  access: readers,
  effect: 'read',
  // `ofMeters`: all that belong to a meter.
  input: { tagIds: references('tag', { max: 500 }), lineId: reference('line'), ofMeters: flag() },
  output: listOutput({
    tagId: reference('tag', { required: true }),
    code: text({ required: true, max: 120 }),
    kind: choice(tagKinds, { required: true }),
    lineKey: choice(lineKeys),
    meterId: reference('meter'),
    unit: text({ required: true }),
    value: figure,
    at: moment(),
    quality: choice(readingQualities),
    stale: flag({ required: true }),
    outside: flag({ required: true }),
    // How long after it was measured the last reading came in.
    lateS: integer({ unit: 's' }),
    source: text({ max: 60 }),
  }),
})
/** A tag over time in slots: what a counter counted, or the mean, lowest and highest of a gauge. The last 24 hours unless told. */
export const tagCurve = defineEndpoint('tag.curve', {
  area,
  routes: 'GET /telemetry/curve',
  access: readers,
  effect: 'read',
  input: {
    tagId: reference('tag', { required: true }),
    from: moment(),
    to: moment(),
    step: choice(['quarter', 'hour', 'day']),
  },
  output: listOutput({
    at: moment({ required: true }),
    // What a counter counted, or the mean of a gauge; none where nothing is known.
    value: figure,
    low: figure,
    high: figure,
    n: integer(),
    expected: integer(),
    // 0 to 1.
    estimatedShare: figure,
  }),
})
/** The certificate that this program shows to OPC UA servers, DER, for their lists of whom they trust. The same for all instances. */
export const ownCertificate = defineEndpoint('inlet.certificate', {
  area,
  routes: 'GET /telemetry/inlet_certificate',
  access: 'meterInquiryEdit',
  // It is made when it is asked for first.
  effect: 'own',
  output: fileOutput('application/pkix-cert'),
})
export const telemetryCalls = [sendReadings, liveTags, tagCurve, ownCertificate] as const
