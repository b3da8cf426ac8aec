import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { forecastMethods } from '../rules/forecast/forecast-output'

const area = 'boards'
const kgField = amount({ unit: 'kg', digits: 1 })
const percentField = amount({ unit: '%', digits: 1 })
const dayField = day({ required: true })

/**
 * 计划快照: the order book's plan for the following days as of one day. The back-test judges a plan as it was then, not as
 * it was changed later.
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
 * 产量预测: daily output of a line or of the plant for the next days. Uses the method that did best in a rolling back-test,
 * with intervals from its errors, and answers the errors of every method against the seasonal naive forecast.
 */
export const productionPrediction = defineEndpoint('production.prediction', {
  area,
  routes: 'GET /production_prediction',
  access: 'trendForecastView',
  effect: 'read',
  input: { lineId: reference('line'), steps: integer({ unit: 'd', min: 1, max: 28 }) },
  output: objectOutput({
    lineId: reference('line'),
    today: dayField,
    // Less than three weeks of history: there is no forecast.
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
    countedAt: moment(),
    waitingDays: integer({ unit: 'd', required: true }),
  }),
})
