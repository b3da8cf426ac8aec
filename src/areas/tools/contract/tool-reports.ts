import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, integer, list, text } from '@/contract/field'
import { expectedFrom } from '../rules/tool-cost'
import { lifeUnits, toolKinds } from '../rules/tool'
import { toolPriceReaders, toolReaders } from './tool'

const area = 'tools'
const count = integer({ required: true, min: 0 })
/** In the requested unit of life. */
const life = amount({ unit: '', digits: 1 })
const share = amount({ unit: '', digits: 4 })

/**
 * Counts tools other than knives by kind: ready, mounted, taken off and scrapped, and the mounted ones near or over
 * their limit.
 */
export const otherTools = defineEndpoint('tool.others', {
  area,
  routes: 'GET /get_other_tools_num',
  access: 'toolManagementView',
  effect: 'read',
  output: listOutput({
    kind: choice(toolKinds, { required: true }),
    ready: count,
    mounted: count,
    removed: count,
    scrapped: count,
    nearEnd: count,
    over: count,
  }),
})
/** Lists types of tools by kind and maker with their number, as filter choices. */
export const toolNames = defineEndpoint('tool.names', {
  area,
  routes: 'GET /tool/get_name',
  access: toolReaders,
  effect: 'read',
  input: { kind: choice(toolKinds), keyword: text({ max: 200 }) },
  output: listOutput({
    kind: choice(toolKinds, { required: true }),
    model: text(),
    maker: text(),
    makerEn: text(),
    count,
  }),
})

/**
 * Survival curve of one maker, or of all tools of the kind without a maker. Costs in CNY per 1,000 km, tonne or 1,000
 * h.
 */
const curve = {
  maker: text(),
  makerEn: text(),
  tools: count,
  ended: count,
  steps: list({ at: life, atRisk: count, ended: count, survival: share, low: share, high: share }, { max: 2000 }),
  median: life,
  medianLow: life,
  medianHigh: life,
  mean: life,
  meanLow: life,
  meanHigh: life,
  // Longest life seen; the mean is restricted to it.
  until: life,
  price: amount({ unit: 'CNY', digits: 2, viewPermissions: toolPriceReaders }),
  expected: life,
  expectedFrom: choice(expectedFrom),
  costPer: amount({ unit: 'CNY', digits: 2, viewPermissions: toolPriceReaders }),
} as const
/**
 * Returns the lives of tools of a kind by maker: Kaplan–Meier with running tools as censored, 95 % intervals by
 * Greenwood, median and restricted mean. The default kind is spinneret, the default unit that of the kind.
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
    curves: list(curve, { required: true, max: 50 }),
  }),
})
export const toolReports = [otherTools, toolNames, lifeChart] as const
