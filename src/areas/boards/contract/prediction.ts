import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { forecastMethods } from '../rules/forecast/forecast'

const area = 'boards'
const kg = amount({ unit: 'kg', digits: 1 })
const percent = amount({ unit: '%', digits: 1 })
const dayOf = day({ required: true })

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
    today: dayOf,
    // Less than three weeks of history: there is no forecast.
    tooLittle: flag({ required: true }),
    historyDays: integer({ unit: 'd', required: true }),
    neededDays: integer({ unit: 'd', required: true }),
    method: choice(forecastMethods),
    history: list({ day: dayOf, value: kg }, { max: 400 }),
    points: list({ day: dayOf, value: kg, low80: kg, high80: kg, low95: kg, high95: kg }, { max: 28 }),
    plan: list({ day: dayOf, value: kg }, { max: 28 }),
    scores: list({
      method: choice(forecastMethods, { required: true }),
      origins: integer({ required: true }),
      mae: kg,
      mase: amount({ unit: '', digits: 3 }),
      coverage80: percent,
      coverage95: percent,
    }),
    countedAt: moment(),
    waitingDays: integer({ unit: 'd', required: true }),
  }),
})
