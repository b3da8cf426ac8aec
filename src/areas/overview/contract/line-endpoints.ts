import { defineEndpoint, listOutput, objectOutput, type EndpointOutput } from '@/contract/endpoint'
import { amount, choice, flag, integer, list, moment, reference, references, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { lineKinds } from '@/plant/rules/line'
import { hallKeys, lineKeys, type LineKey } from '@/areas/telemetry/rules/tag'
import { lineStates } from '../rules/line-state'

const area = 'overview'
export const LINE_STATUS_PERMISSIONS = ['dashboardView', 'lineStatusView'] as const
const valueField = amount({ unit: '', digits: 6 })
const labelField = text({ required: true })
/** A live value with its limits. `stale` is true if the last reading is too old to be current. */
export const liveFields = {
  value: valueField,
  at: moment(),
  stale: flag({ required: true }),
  low: valueField,
  target: valueField,
  high: valueField,
  // True if the value is outside its limits; always false for a stale value.
  outside: flag({ required: true }),
} as const
/** Points of the trend of the last hour: one per five minutes, the last one unfinished. */
export const TREND_STEP_MINUTES = 5
const trendField = list({ value: valueField }, { max: 13 })
const stateFields = {
  lineId: reference('line', { required: true }),
  label: labelField,
  kind: choice(lineKinds, { required: true }),
  state: choice(lineStates, { required: true }),
  since: moment(),
  // Reason that a person entered for the stop; empty if none was entered.
  reason: text(),
  stopId: reference('lineStop'),
  workOrderId: reference('workOrder'),
  order: text({ nameOf: 'workOrderId' }),
  product: text(),
} as const

/** 产线状态: state of each line with start and reason, the order on the line, and live values with limits. */
export const lineStatus = defineEndpoint('lineStatus.all', {
  area,
  routes: 'GET /LINE_STATUS_DATA',
  access: LINE_STATUS_PERMISSIONS,
  effect: 'read',
  output: listOutput({
    ...stateFields,
    values: list({
      lineKey: choice(lineKeys, { required: true }),
      unit: text({ required: true }),
      ...liveFields,
      trend: trendField,
    }),
  }),
})
export type LineStatus = EndpointOutput<typeof lineStatus>[number]

/** Keys that are displayed for a line in addition to its speed. */
export const displayedLineKeys = lineKeys.filter((key) => key !== 'speed') as Exclude<LineKey, 'speed'>[]
/**
 * Defines the endpoint that returns one key of every line: live value, limits, and the last hour by minute. The limits
 * come from the standard of the running order, else from the tag.
 */
const defineLineKeyEndpoint = <const K extends Exclude<LineKey, 'speed'>>(key: K) => ({
  key,
  endpoint: defineEndpoint(`lineStatus.${key}`, {
    area,
    routes: `GET /LINE_STATUS_${key}`,
    access: LINE_STATUS_PERMISSIONS,
    effect: 'read',
    input: { lineId: reference('line') },
    output: listOutput({
      lineId: reference('line', { required: true }),
      label: labelField,
      state: choice(lineStates, { required: true }),
      tagId: reference('tag', { required: true }),
      unit: text({ required: true }),
      ...liveFields,
      trend: list({ at: moment({ required: true }), value: { ...valueField, required: true } }, { max: 70 }),
    }),
  }),
})
export const lineKeyEndpoints = displayedLineKeys.map(defineLineKeyEndpoint)

/** 产线弹窗: the tags that a person chose to see in the window of a line. */
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
  // True if the person chose the shown tags, false if they are the default tags.
  own: flag({ required: true }),
  version: integer({ min: 1 }),
  tags: list({
    tagId: reference('tag', { required: true }),
    label: labelField,
    unit: text({ required: true }),
    lineKey: choice(lineKeys),
    shown: flag({ required: true }),
    ...liveFields,
  }),
})
/**
 * Returns the tags of a line with live values. `shown` is true for the tags that this person wants to see. The default
 * is the first line that makes web.
 */
export const lineWindowNow = defineEndpoint('lineWindow.show', {
  area,
  routes: 'GET /LINE_WINDOW_DATA',
  access: LINE_STATUS_PERMISSIONS,
  effect: 'read',
  input: { lineId: reference('line') },
  output: windowOutput,
})
/** Stores the tags of a line that this person wants to see. An empty list restores the default tags. */
export const setLineWindow = defineEndpoint('lineWindow.set', {
  area,
  routes: 'POST /LINE_WINDOW_DATA',
  access: LINE_STATUS_PERMISSIONS,
  effect: 'write',
  input: { lineId: reference('line', { required: true }), tagIds: references('tag', { max: 30 }) },
  output: windowOutput,
})
export type LineWindow = EndpointOutput<typeof lineWindowNow>

/** 车间环境: current temperature, humidity and dust of each hall, with their limits. */
export const hallClimateNow = defineEndpoint('hallClimate.now', {
  area,
  routes: 'GET /ENVIRONMENT_DATA',
  access: LINE_STATUS_PERMISSIONS,
  effect: 'read',
  output: listOutput({
    areaId: reference('plantArea', { required: true }),
    label: labelField,
    values: list({
      hallKey: choice(hallKeys, { required: true }),
      tagId: reference('tag', { required: true }),
      unit: text({ required: true }),
      ...liveFields,
    }),
  }),
})
/**
 * Climate of the halls over time, and the periods when a value was outside its limits. By default the last 24 h, at
 * most 31 days.
 */
export const hallClimateHistory = defineEndpoint('hallClimate.course', {
  area,
  routes: 'GET /ENVIRONMENT_MONITORING',
  access: LINE_STATUS_PERMISSIONS,
  effect: 'read',
  mayLag: true,
  input: { areaId: reference('plantArea'), from: moment(), to: moment() },
  output: objectOutput({
    from: moment({ required: true }),
    to: moment({ required: true }),
    // Minutes per point.
    step: integer({ required: true, unit: 'min' }),
    series: list(
      {
        areaId: reference('plantArea', { required: true }),
        label: labelField,
        hallKey: choice(hallKeys, { required: true }),
        unit: text({ required: true }),
        low: valueField,
        high: valueField,
        points: list(
          { at: moment({ required: true }), mean: valueField, low: valueField, high: valueField },
          { max: 3000 },
        ),
      },
      { max: 90 },
    ),
    alarms: list(
      {
        areaId: reference('plantArea', { required: true }),
        label: labelField,
        hallKey: choice(hallKeys, { required: true }),
        unit: text({ required: true }),
        from: moment({ required: true }),
        // End of the alarm; empty while it lasts.
        to: moment(),
        worst: { ...valueField, required: true },
      },
      { max: 500 },
    ),
  }),
})

const parameterFields = {
  key: text({ required: true }),
  label: labelField,
  unit: text(),
  low: valueField,
  target: valueField,
  high: valueField,
} as const
const PARAMETER_PERMISSIONS = ['processParametersView', 'processDataView'] as const
/**
 * 工艺参数: parameters of the standard of each line's order, with live values and the last inspected values of that order.
 */
export const lineParametersNow = defineEndpoint('processActual.now', {
  area,
  routes: 'GET /HOME_MS_PARAM',
  access: PARAMETER_PERMISSIONS,
  effect: 'read',
  input: { lineId: reference('line') },
  output: listOutput({
    ...stateFields,
    standardId: reference('processStandard'),
    standard: text(),
    parameters: list(
      {
        ...parameterFields,
        lineKey: choice(lineKeys),
        live: valueField,
        liveAt: moment(),
        stale: flag({ required: true }),
        measured: valueField,
        measuredAt: moment(),
        outside: flag({ required: true }),
        // Live values of the last hour; empty without a tag.
        trend: trendField,
      },
      { max: 120 },
    ),
  }),
})
export type ParametersOfLine = EndpointOutput<typeof lineParametersNow>[number]
/**
 * Parameters of a line over time: tag values per quarter hour or hour, inspected values, and the limits of the
 * standard. By default the last 24 h, at most 31 days.
 */
export const lineParameterHistory = defineEndpoint('processActual.course', {
  area,
  routes: 'GET /HOME_MS_DATA',
  access: PARAMETER_PERMISSIONS,
  effect: 'read',
  mayLag: true,
  input: { lineId: reference('line'), key: text({ max: 40 }), from: moment(), to: moment() },
  output: objectOutput({
    lineId: reference('line'),
    from: moment({ required: true }),
    to: moment({ required: true }),
    // Minutes per point.
    step: integer({ required: true, unit: 'min' }),
    // Stops that overlap the period, the newest if there are more; `to` is null while the line stands.
    stops: list({ from: moment({ required: true }), to: moment() }, { max: 200 }),
    // Orders that started in the period.
    orders: list({ at: moment({ required: true }), number: text({ max: 80, required: true }) }, { max: 100 }),
    series: list(
      {
        ...parameterFields,
        points: list(
          { at: moment({ required: true }), mean: valueField, low: valueField, high: valueField },
          { max: 3000 },
        ),
        inspections: list({ at: moment({ required: true }), value: { ...valueField, required: true } }, { max: 500 }),
      },
      { max: 120 },
    ),
  }),
})
export const lineEndpoints = [
  lineStatus,
  ...lineKeyEndpoints.map(({ endpoint }) => endpoint),
  lineWindowNow,
  setLineWindow,
  hallClimateNow,
  hallClimateHistory,
  lineParametersNow,
  lineParameterHistory,
] as const
