import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, integer, list, text } from '@/contract/field'
import { expectedLifeSources } from '../rules/tool-cost'
import { lifeUnits, toolKinds } from '../rules/tool'
import { toolPriceViewPermissions, toolViewPermissions } from './tool'

const area = 'tools'
const countField = integer({ required: true, min: 0 })
/** In the requested unit of life. */
const lifeField = amount({ unit: '', digits: 1 })
const shareField = amount({ unit: '', digits: 4 })

/**
 * Counts tools other than knives by kind: ready, mounted, taken off and scrapped, and the mounted ones near or over
 * their limit.
 */
export const nonKnifeToolCounts = defineEndpoint('tool.others', {
  area,
  routes: 'GET /get_other_tools_num',
  access: 'toolManagementView',
  effect: 'read',
  output: listOutput({
    kind: choice(toolKinds, { required: true }),
    ready: countField,
    mounted: countField,
    removed: countField,
    scrapped: countField,
    nearEnd: countField,
    over: countField,
  }),
})
/** Lists the models of tools by kind and maker with the number of tools, as filter choices. */
export const toolNames = defineEndpoint('tool.names', {
  area,
  routes: 'GET /tool/get_name',
  access: toolViewPermissions,
  effect: 'read',
  input: { kind: choice(toolKinds), keyword: text({ max: 200 }) },
  output: listOutput({
    kind: choice(toolKinds, { required: true }),
    model: text(),
    maker: text(),
    makerEn: text(),
    count: countField,
  }),
})

/**
 * Survival curve of one maker. `maker` is null for the curve of all tools of the kind. `expected` is the life that
 * costs are calculated with; `costPer` is CNY per 1,000 km, per tonne or per 1,000 h.
 */
const curveFields = {
  maker: text(),
  makerEn: text(),
  tools: countField,
  ended: countField,
  steps: list(
    { at: lifeField, atRisk: countField, ended: countField, survival: shareField, low: shareField, high: shareField },
    { max: 2000 },
  ),
  median: lifeField,
  medianLow: lifeField,
  medianHigh: lifeField,
  mean: lifeField,
  meanLow: lifeField,
  meanHigh: lifeField,
  // Longest life seen; the mean is restricted to it.
  until: lifeField,
  price: amount({ unit: 'CNY', digits: 2, viewPermissions: toolPriceViewPermissions }),
  expected: lifeField,
  expectedFrom: choice(expectedLifeSources),
  costPer: amount({ unit: 'CNY', digits: 2, viewPermissions: toolPriceViewPermissions }),
} as const
/**
 * Returns the lives of tools of a kind by maker: Kaplan–Meier curves, 95 % intervals by Greenwood, median and
 * restricted mean (`rules/survival`). The default kind is the spinneret; the default unit is the usual unit of the
 * kind.
 */
export const lifeChart = defineEndpoint('tool.chart', {
  area,
  routes: 'GET /tool/get_chart',
  access: 'toolManagementView',
  effect: 'read',
  input: { kind: choice(toolKinds), unit: choice(lifeUnits) },
  output: objectOutput({
    kind: choice(toolKinds, { required: true }),
    unit: choice(lifeUnits, { required: true }),
    // Metres, kilograms or hours to which the cost refers.
    per: integer({ required: true }),
    curves: list(curveFields, { required: true, max: 50 }),
  }),
})
export const toolReports = [nonKnifeToolCounts, toolNames, lifeChart] as const
