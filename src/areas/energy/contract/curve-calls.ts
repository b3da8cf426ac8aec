import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { band, label, views } from './analysis-fields'

const area = 'energy'
/** The power of a line's meters over an order's run or some hours (31 days at most), with tariff bands and stops behind it. */
export const energyCurve = defineEndpoint('energyUse.curve', {
  area,
  routes: 'GET /energy/curve',
  access: views,
  effect: 'read',
  input: { workOrderId: reference('workOrder'), lineId: reference('line'), from: moment(), to: moment() },
  output: objectOutput({
    lineId: reference('line', { required: true }),
    workOrderId: reference('workOrder'),
    number: text(),
    product: text({ max: 400 }),
    from: moment({ required: true }),
    to: moment({ required: true }),
    // Minutes of a point.
    step: integer({ required: true, unit: 'min' }),
    used: amount({ unit: 'kWh', required: true }),
    cost: amount({ unit: 'CNY', required: true }),
    estimatedPercent: amount({ unit: '%', required: true }),
    // What the cost of the order counts: its line, its share of common meters, slitting. Null of a line, or before all its days are counted.
    orderUsed: amount({ unit: 'kWh' }),
    orderCost: amount({ unit: 'CNY' }),
    orderShared: amount({ unit: 'kWh' }),
    points: list(
      {
        at: moment({ required: true }),
        // Mean of its time within the run: the first and the last quarter are seldom whole.
        kw: amount({ unit: 'kW', required: true }),
        band,
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
        label,
        kwh: amount({ unit: 'kWh', required: true }),
        cost: amount({ unit: 'CNY', required: true }),
      },
      { max: 500 },
    ),
  }),
})
/** Which meters lack which hours of a day (yesterday unless told), each with the page where readings are entered. */
export const checkHours = defineEndpoint('energyMeter.checkHours', {
  area,
  routes: 'GET /equ/check_int_hour',
  access: views,
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
        label,
        hours: list({ hour: text({ required: true }) }, { max: 25 }),
        link: text({ required: true, max: 300 }),
      },
      { max: 1000 },
    ),
  }),
})
/** Which sheets of a business date are missing, by line and shift, each with the page where it is filled in. */
export const checkSheets = defineEndpoint('energyMeter.checkSheets', {
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
        shift: text({ max: 40, required: true, words: 'contract:shifts' }),
        team: text(teamTextOptions),
        link: text({ required: true, max: 300 }),
      },
      { max: 1000 },
    ),
  }),
})
export const curveCalls = [energyCurve, checkHours, checkSheets] as const
