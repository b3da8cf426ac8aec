import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { MAX_SPEED_M_PER_MIN } from './line'
import { amount, integer, list, moment, reference, text } from '@/contract/field'

const area = 'plant'
/**
 * Receives line speeds from a gateway in a batch, in any order; repeated and late readings are fine. Detects stops in
 * the same transaction. Readings of unknown lines and of the future are reported and not stored.
 */
export const sendSpeeds = defineEndpoint('lineSpeed.send', {
  area,
  routes: 'POST /telemetry/speed',
  access: 'shutdownAnalysisTelemetry',
  effect: 'write',
  input: {
    readings: list(
      {
        line: text({ required: true, max: 40 }),
        at: moment({ required: true }),
        speed: amount({ unit: 'm/min', digits: 2, required: true, min: 0, max: MAX_SPEED_M_PER_MIN }),
      },
      { required: true, max: 5000 },
    ),
  },
  output: objectOutput({
    stored: integer({ required: true }),
    // Readings that were stored already.
    repeated: integer({ required: true }),
    // Readings of the future.
    ahead: integer({ required: true }),
    unknown: list({ line: text({ required: true, max: 40 }) }),
  }),
})
/**
 * Returns the speed of a line over time, by default the last 8 h, averaged to at most 500 points; `least` is the
 * minimum of each point.
 */
export const speedCurve = defineEndpoint('lineSpeed.curve', {
  area,
  routes: 'GET /telemetry/speed',
  access: ['shutdownAnalysisView', 'rollInteractiveView'],
  effect: 'read',
  mayLag: true,
  input: { lineId: reference('line', { required: true }), from: moment(), to: moment() },
  output: listOutput({
    at: moment({ required: true }),
    speed: amount({ unit: 'm/min', required: true }),
    least: amount({ unit: 'm/min', required: true }),
  }),
})
