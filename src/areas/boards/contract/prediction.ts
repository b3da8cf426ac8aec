import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { closedMonthsField } from '@/plant/contract/report-columns'
import { forecastMethods } from '../rules/forecast/forecast-output'

const area = 'boards'
const kgField = amount({ unit: 'kg', digits: 1 })
const percentField = amount({ unit: '%', digits: 1 })
const dayField = day({ required: true })

/**
 * 计划快照: the daily output that the order book planned on the day `madeOn`. The back-test needs the plan as it was on
 * that day, without later changes.
 */
export const planSnapshot = defineResource('planSnapshot', {
  area,
  fields: {
    madeOn: day({ required: true, readonly: true }),
    lineId: reference('line', { required: true, readonly: true }),
    day: day({ required: true, readonly: true }),
    kg: amount({ unit: 'kg', digits: 1, required: true, readonly: true }),
  },
  title: ['madeOn', 'day'],
  unique: [['madeOn', 'lineId', 'day']],
  filters: ['madeOn'],
  sort: '-madeOn',
})
/**
 * 产量预测: daily output of a line or of the plant for the next days. The forecast uses the method that did best in a
 * rolling back-test, and derives intervals from its errors. `scores` compares the errors of every method with the
 * errors of the seasonal naive forecast.
 */
export const productionPrediction = defineEndpoint('production.prediction', {
  area,
  routes: 'GET /production_prediction',
  access: 'trendForecastView',
  effect: 'read',
  mayLag: true,
  input: { lineId: reference('line'), steps: integer({ unit: 'd', min: 1, max: 28 }) },
  output: objectOutput({
    lineId: reference('line'),
    today: dayField,
    // True with less than three weeks of history. There is no forecast then.
    tooLittle: flag({ required: true }),
    historyDays: integer({ unit: 'd', required: true }),
    neededDays: integer({ unit: 'd', required: true }),
    method: choice(forecastMethods),
    history: list({ day: dayField, value: kgField }, { max: 400 }),
    points: list(
      { day: dayField, value: kgField, low80: kgField, high80: kgField, low95: kgField, high95: kgField },
      { max: 28 },
    ),
    plan: list({ day: dayField, value: kgField }, { max: 28 }),
    scores: list({
      method: choice(forecastMethods, { required: true }),
      origins: integer({ required: true }),
      mae: kgField,
      mase: amount({ unit: '', digits: 3 }),
      coverage80: percentField,
      coverage95: percentField,
    }),
    /** Time at which the newest day of history was calculated. */
    countedAt: moment(),
    /** Number of days that wait for recalculation. */
    waitingDays: integer({ unit: 'd', required: true }),
    /** Closed months of the history. */
    closedMonths: closedMonthsField,
  }),
})
