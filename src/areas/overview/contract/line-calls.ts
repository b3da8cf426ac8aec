import { defineEndpoint, listOutput, objectOutput, type EndpointOutput } from '@/contract/endpoint'
import { amount, choice, flag, integer, list, moment, reference, references, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { lineKinds } from '@/plant/rules/line'
import { hallKeys, lineKeys, type LineKey } from '@/areas/telemetry/rules/tag'
import { lineStates } from '../rules/line-state'

const area = 'overview'
export const glance = ['dashboardView', 'lineStatusView'] as const
const value = amount({ unit: '', digits: 6 })
const label = text({ required: true })
/** A live value with what it should be. A stale one is none of now. */
export const liveFields = {
  value,
  at: moment(),
  stale: flag({ required: true }),
  low: value,
  target: value,
  high: value,
  // Below or above its limits; never said of a stale value.
  outside: flag({ required: true }),
} as const
const stateFields = {
  lineId: reference('line', { required: true }),
  label,
  kind: choice(lineKinds, { required: true }),
  state: choice(lineStates, { required: true }),
  since: moment(),
  // Why it stands, as people said; empty while nobody has.
  reason: text(),
  stopId: reference('lineStop'),
  workOrderId: reference('workOrder'),
  order: text(),
  product: text(),
} as const

/** 产线状态: what each line does now, since when and why, for which order, and its live values beside their limits. */
export const lineStatus = defineEndpoint('lineStatus.all', {
  area,
  routes: 'GET /LINE_STATUS_DATA',
  access: glance,
  effect: 'read',
  output: listOutput({
    ...stateFields,
    values: list({ lineKey: choice(lineKeys, { required: true }), unit: text({ required: true }), ...liveFields }),
  }),
})
export type LineStatus = EndpointOutput<typeof lineStatus>[number]

/** The keys that a line shows beside its speed. */
export const shownKeys = lineKeys.filter((key) => key !== 'speed') as Exclude<LineKey, 'speed'>[]
/** One key of every line: live, its limits (of the standard of the running order, else of the tag), and the last hour by minute. */
const keyCall = <const K extends Exclude<LineKey, 'speed'>>(key: K) => ({
  key,
  endpoint: defineEndpoint(`lineStatus.${key}`, {
    area,
    routes: `GET /LINE_STATUS_${key}`,
    access: glance,
    effect: 'read',
    input: { lineId: reference('line') },
    output: listOutput({
      lineId: reference('line', { required: true }),
      label,
      state: choice(lineStates, { required: true }),
      tagId: reference('tag', { required: true }),
      unit: text({ required: true }),
      ...liveFields,
      trend: list({ at: moment({ required: true }), value: { ...value, required: true } }, { max: 70 }),
    }),
  }),
})
export const keyCalls = shownKeys.map(keyCall)

/** 产线弹窗: which tags of a line its window shows, chosen by each person for themselves. */
export const lineWindow = defineResource('lineWindow', {
  area,
  fields: {
    userId: reference('user', { required: true }),
    lineId: reference('line', { required: true }),
    tagIds: references('tag', { max: 30 }),
  },
  title: ['lineId'],
  unique: [['userId', 'lineId']],
})
const windowOutput = objectOutput({
  lineId: reference('line'),
  label: text(),
  // The person chose these tags; else the usual ones are shown.
  own: flag({ required: true }),
  version: integer({ min: 1 }),
  tags: list({
    tagId: reference('tag', { required: true }),
    label,
    unit: text({ required: true }),
    lineKey: choice(lineKeys),
    shown: flag({ required: true }),
    ...liveFields,
  }),
})
/** A line's window: its tags with live values, those that this person wants to see marked. The first line unless told. */
export const showWindow = defineEndpoint('lineWindow.show', {
  area,
  routes: 'GET /LINE_WINDOW_DATA',
  access: glance,
  effect: 'read',
  input: { lineId: reference('line') },
  output: windowOutput,
})
/** Stores which tags of a line its window shows to this person; none: the usual ones again. */
export const setWindow = defineEndpoint('lineWindow.set', {
  area,
  routes: 'POST /LINE_WINDOW_DATA',
  access: glance,
  effect: 'write',
  input: { lineId: reference('line', { required: true }), tagIds: references('tag', { max: 30 }) },
  output: windowOutput,
})
export type LineWindow = EndpointOutput<typeof showWindow>

/** 车间环境: temperature, humidity and dust of each hall now, beside their limits. */
export const hallsNow = defineEndpoint('hallClimate.now', {
  area,
  routes: 'GET /ENVIRONMENT_DATA',
  access: glance,
  effect: 'read',
  output: listOutput({
    areaId: reference('plantArea', { required: true }),
    label,
    values: list({
      hallKey: choice(hallKeys, { required: true }),
      tagId: reference('tag', { required: true }),
      unit: text({ required: true }),
      ...liveFields,
    }),
  }),
})
/** The course of the halls' climate, the last 24 hours unless told (31 days at most), and when it was outside its limits. */
export const hallsCourse = defineEndpoint('hallClimate.course', {
  area,
  routes: 'GET /ENVIRONMENT_MONITORING',
  access: glance,
  effect: 'read',
  input: { areaId: reference('plantArea'), from: moment(), to: moment() },
  output: objectOutput({
    from: moment({ required: true }),
    to: moment({ required: true }),
    // Minutes of a point.
    step: integer({ required: true, unit: 'min' }),
    series: list(
      {
        areaId: reference('plantArea', { required: true }),
        label,
        hallKey: choice(hallKeys, { required: true }),
        unit: text({ required: true }),
        low: value,
        high: value,
        points: list({ at: moment({ required: true }), mean: value, low: value, high: value }, { max: 3000 }),
      },
      { max: 90 },
    ),
    alarms: list(
      {
        areaId: reference('plantArea', { required: true }),
        label,
        hallKey: choice(hallKeys, { required: true }),
        unit: text({ required: true }),
        from: moment({ required: true }),
        // Empty: it still is.
        to: moment(),
        worst: { ...value, required: true },
      },
      { max: 500 },
    ),
  }),
})

const actual = {
  key: text({ required: true }),
  label,
  unit: text(),
  low: value,
  target: value,
  high: value,
} as const
const parameterRights = ['processParametersView', 'processDataView'] as const
/**
 * 工艺参数: parameters of the standard that each line's order runs by, beside what its tags show and what was measured last at an
 * inspection of that order.
 */
export const parametersNow = defineEndpoint('processActual.now', {
  area,
  routes: 'GET /HOME_MS_PARAM',
  access: parameterRights,
  effect: 'read',
  input: { lineId: reference('line') },
  output: listOutput({
    ...stateFields,
    standardId: reference('processStandard'),
    standard: text(),
    parameters: list(
      {
        ...actual,
        lineKey: choice(lineKeys),
        live: value,
        liveAt: moment(),
        stale: flag({ required: true }),
        measured: value,
        measuredAt: moment(),
        outside: flag({ required: true }),
      },
      { max: 120 },
    ),
  }),
})
export type ParametersOfLine = EndpointOutput<typeof parametersNow>[number]
/** Their course: tags by quarter or hour, inspections as points, within the limits of the standard; the last 24 hours unless told (31 days at most). */
export const parametersCourse = defineEndpoint('processActual.course', {
  area,
  routes: 'GET /HOME_MS_DATA',
  access: parameterRights,
  effect: 'read',
  input: { lineId: reference('line'), key: text({ max: 40 }), from: moment(), to: moment() },
  output: objectOutput({
    lineId: reference('line'),
    from: moment({ required: true }),
    to: moment({ required: true }),
    step: integer({ required: true, unit: 'min' }),
    series: list(
      {
        ...actual,
        points: list({ at: moment({ required: true }), mean: value, low: value, high: value }, { max: 3000 }),
        inspections: list({ at: moment({ required: true }), value: { ...value, required: true } }, { max: 500 }),
      },
      { max: 120 },
    ),
  }),
})
export const lineCalls = [
  lineStatus,
  ...keyCalls.map(({ endpoint }) => endpoint),
  showWindow,
  setWindow,
  hallsNow,
  hallsCourse,
  parametersNow,
  parametersCourse,
] as const
