import { fileOutput, defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, flag, integer, list, moment, reference, references, text } from '@/contract/field'
import { lineKeys, tagKinds } from '../rules/tag'

const area = 'telemetry'
/** Maximum number of readings in one request. */
export const MAX_READINGS_PER_CALL = 10_000
const MAX_BODY_BYTES = 2 * 1024 * 1024
const viewPermissions = ['meterInquiryView', 'shutdownAnalysisView', 'rollInteractiveView'] as const
const decimalField = amount({ unit: '', digits: 6 })
const countField = integer({ required: true, min: 0 })

export const readingQualities = ['good', 'uncertain', 'bad'] as const
/**
 * Takes in a batch of readings from a gateway, in any order, as a whole or not at all. Repeated and late readings are
 * allowed. An impossible value does not refuse the batch: it is stored as an odd reading with its reason
 * (`oddReading`).
 */
export const sendReadings = defineEndpoint('tag.send', {
  area,
  routes: 'POST /telemetry/readings',
  access: 'shutdownAnalysisTelemetry',
  effect: 'write',
  maxBodyBytes: MAX_BODY_BYTES,
  // A request has thousands of readings, so `server/receive-readings` checks them one by one.
  handlerChecksInput: true,
  input: {
    source: text({ max: 60 }),
    readings: list(
      {
        tag: text({ required: true, max: 120 }),
        at: moment({ required: true }),
        value: decimalField,
        unit: text({ max: 20 }),
        quality: choice(readingQualities),
      },
      { required: true, max: MAX_READINGS_PER_CALL },
    ),
  },
  output: objectOutput({
    stored: countField,
    // Number of readings that are stored already with the same value for the same moment.
    repeated: countField,
    // Number of readings that change the stored value of their moment.
    revised: countField,
    // Number of new odd readings.
    apart: countField,
    // Codes without a tag.
    unknown: list({ tag: text({ required: true, max: 120 }) }, { max: MAX_READINGS_PER_CALL }),
  }),
})

/** Live values of tags. A value older than its tag allows is `stale`. */
export const liveTags = defineEndpoint('tag.live', {
  area,
  routes: 'GET /telemetry/live',
  access: viewPermissions,
  effect: 'read',
  // `ofMeters`: all tags that belong to a meter.
  input: { tagIds: references('tag', { max: 500 }), lineId: reference('line'), ofMeters: flag() },
  output: listOutput({
    tagId: reference('tag', { required: true }),
    code: text({ required: true, max: 120 }),
    kind: choice(tagKinds, { required: true }),
    lineKey: choice(lineKeys),
    meterId: reference('meter'),
    unit: text({ required: true }),
    value: decimalField,
    at: moment(),
    quality: choice(readingQualities),
    stale: flag({ required: true }),
    // Below or above the limits of the tag.
    outside: flag({ required: true }),
    // Delay between measurement and receipt of the last reading.
    lateS: integer({ unit: 's' }),
    source: text({ max: 60 }),
  }),
})
/**
 * Curve of a tag in slots: the use of a counter, or mean, lowest and highest value of a gauge. Default: the last 24
 * hours.
 */
export const tagCurve = defineEndpoint('tag.curve', {
  area,
  routes: 'GET /telemetry/curve',
  access: viewPermissions,
  effect: 'read',
  mayLag: true,
  input: {
    tagId: reference('tag', { required: true }),
    from: moment(),
    to: moment(),
    step: choice(['quarter', 'hour', 'day']),
  },
  output: listOutput({
    at: moment({ required: true }),
    // Use of a counter or mean of a gauge; null if unknown.
    value: decimalField,
    low: decimalField,
    high: decimalField,
    // Number of readings in the slot, and the number expected from the usual interval. `n` is null for counters.
    n: integer(),
    expected: integer(),
    // Share of the use that was spread over a long pause, 0 to 1; null for gauges.
    estimatedShare: decimalField,
  }),
})
/**
 * Certificate (DER) that this program shows to OPC UA servers, for their trust lists. All instances use the same one.
 */
export const inletCertificate = defineEndpoint('inlet.certificate', {
  area,
  routes: 'GET /telemetry/inlet_certificate',
  access: 'meterInquiryEdit',
  // The first request creates and stores the certificate, in its own transaction.
  effect: 'ownTransactions',
  output: fileOutput('application/pkix-cert'),
})
export const telemetryEndpoints = [sendReadings, liveTags, tagCurve, inletCertificate] as const
