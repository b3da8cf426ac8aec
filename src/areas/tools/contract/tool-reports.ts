import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, integer, list, text } from '@/contract/field'
import { expectedFrom } from '../rules/tool-cost'
import { lifeUnits, toolKinds } from '../rules/tool'
import { toolPriceReaders, toolReaders } from './tool'

const area = 'tools'
const count = integer({ required: true, min: 0 })
/** In the unit of the lives asked for. */
const life = amount({ unit: '', digits: 1 })
const share = amount({ unit: '', digits: 4 })

/** How many tools of each kind but knives are ready, mounted, taken off and scrapped, and how many of the mounted are near or over their limit. */
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
/** Types of tools by kind and maker with how many there are: what a list is narrowed to. */
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

/** A curve of lives: of all tools of the kind (no maker) or of one maker. Costs in CNY per 1,000 km, tonne or 1,000 h. */
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
  // The mean counts lives up to this one.
  until: life,
  price: amount({ unit: 'CNY', digits: 2, viewPermissions: toolPriceReaders }),
  expected: life,
  expectedFrom: choice(expectedFrom),
  costPer: amount({ unit: 'CNY', digits: 2, viewPermissions: toolPriceReaders }),
} as const
/**
 * How long tools of a kind live, by maker: Kaplan–Meier with tools that still run as censored, 95 % intervals by Greenwood;
 * median and restricted mean. Without a kind: spinnerets; without a unit: the usual one of the kind.
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
    // Metres, kilograms or hours that a cost is told per.
    per: integer({ required: true }),
    curves: list(curve, { required: true, max: 50 }),
  }),
})
export const toolReports = [otherTools, toolNames, lifeChart] as const
