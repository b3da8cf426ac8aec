import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import {
  bandField,
  dayRangeFields,
  energyViewPermissions,
  lineInput,
  mediumField,
  mediumInput,
  rowLabelField,
} from './analysis-fields'

const area = 'energy'
/**
 * Power of a line's own meters over the run of an order or over a time of at most 31 days, with tariff bands and stops. The
 * line's part of the shared meters is not included in the power; the fields `orderUsed`, `orderCost` and `orderShared`
 * include this part.
 */
export const energyCurve = defineEndpoint('energyUse.curve', {
  area,
  routes: 'GET /energy/curve',
  access: energyViewPermissions,
  effect: 'read',
  mayLag: true,
  input: { workOrderId: reference('workOrder'), lineId: reference('line'), from: moment(), to: moment() },
  output: objectOutput({
    lineId: reference('line', { required: true }),
    workOrderId: reference('workOrder'),
    number: text(),
    product: text({ max: 400, nameOfRow: 'product' }),
    from: moment({ required: true }),
    to: moment({ required: true }),
    // Minutes covered by one point.
    step: integer({ required: true, unit: 'min' }),
    used: amount({ unit: 'kWh', required: true }),
    cost: amount({ unit: 'CNY', required: true }),
    estimatedPercent: amount({ unit: '%', required: true }),
    // Energy in the cost of the order: use of its line, use of the slitters, and `orderShared`, its part of the shared
    // meters. Null if a line was requested, or if not all days of the order are calculated.
    orderUsed: amount({ unit: 'kWh' }),
    orderCost: amount({ unit: 'CNY' }),
    orderShared: amount({ unit: 'kWh' }),
    points: list(
      {
        at: moment({ required: true }),
        // Mean over the part of the slot within the run, because a run rarely begins or ends at a slot boundary.
        kw: amount({ unit: 'kW', required: true }),
        band: bandField,
        price: amount({ unit: 'CNY/kWh' }),
        estimated: flag(),
      },
      { max: 3000 },
    ),
    stops: list(
      {
        stopId: reference('lineStop', { required: true }),
        startsAt: moment({ required: true }),
        endsAt: moment(),
        label: rowLabelField,
        kwh: amount({ unit: 'kWh', required: true }),
        cost: amount({ unit: 'CNY', required: true }),
      },
      { max: 500 },
    ),
  }),
})
/**
 * Consumption by day and hour of the plant's clock, at most 31 days, by default the last 14. Each day has 24 hours from
 * midnight on; `used` is null for future hours. The energy of a line includes its part of the shared meters, as in the
 * analysis by line.
 */
export const energyHours = defineEndpoint('energyUse.hours', {
  area,
  routes: 'GET /energy/hours',
  access: energyViewPermissions,
  effect: 'read',
  mayLag: true,
  input: { from: day(), to: day(), ...mediumInput, ...lineInput },
  output: objectOutput({
    ...dayRangeFields,
    medium: mediumField,
    unit: text({ required: true }),
    // Part of the consumption of all days that is allocated from shared meters, in %; 0 unless a line is requested.
    allocatedPercent: amount({ unit: '%', required: true }),
    days: list({ day: day({ required: true }), hours: list({ used: amount({ unit: '' }) }, { max: 24 }) }, { max: 31 }),
  }),
})
/** Hours of a day without readings by meter, each with a link to enter them; yesterday by default. */
export const checkMeterHours = defineEndpoint('energyMeter.checkHours', {
  area,
  routes: 'GET /equ/check_int_hour',
  access: energyViewPermissions,
  effect: 'read',
  input: { day: day() },
  output: objectOutput({
    day: day({ required: true }),
    meters: integer({ required: true }),
    complete: integer({ required: true }),
    gaps: list(
      {
        energyMeterId: reference('energyMeter', { required: true }),
        meterId: reference('meter', { required: true }),
        label: rowLabelField,
        hours: list({ hour: text({ required: true }) }, { max: 25 }),
        link: text({ required: true, max: 300 }),
      },
      { max: 1000 },
    ),
  }),
})
/** Missing shift records of a business date by line and shift, each with a link to fill it in. */
export const checkShiftRecords = defineEndpoint('energyMeter.checkSheets', {
  area,
  routes: 'GET /equ/check_all_sheet',
  access: 'signedIn',
  effect: 'read',
  input: { day: day() },
  output: objectOutput({
    day: day({ required: true }),
    expected: integer({ required: true }),
    missing: list(
      {
        sheet: text({ required: true }),
        resource: text({ required: true }),
        lineId: reference('line', { required: true }),
        shift: text({ max: 40, required: true, vocabulary: 'contract:shifts' }),
        team: text(teamTextOptions),
        link: text({ required: true, max: 300 }),
      },
      { max: 1000 },
    ),
  }),
})
export const energyCurveEndpoints = [energyCurve, energyHours, checkMeterHours, checkShiftRecords] as const
