import { defineEndpoint, objectOutput, type EndpointOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { energyUseKinds } from '../rules/allocate-energy'
import { periodKinds } from '@/plant/rules/periods'
import { allocationKeys, energyMeterKinds } from '../rules/meter-tree'
import {
  bandField,
  comparisonFields,
  dayRangeFields,
  gapFields,
  rowLabelField,
  lineInput,
  mediumField,
  mediumInput,
  energyPeriodInput,
  energyMetricFields,
  energyViewPermissions,
} from './analysis-fields'

const area = 'energy'
const metricField = amount({ unit: '', required: true })

/**
 * Tree of areas, items and meters over a range of days, yesterday by default. Each meter has its consumption, and the
 * loss between it and the meters below it.
 */
export const energyTree = defineEndpoint('energyMeter.tree', {
  area,
  routes: 'GET /GET_AREA_PROJECT',
  access: energyViewPermissions,
  effect: 'read',
  input: { from: day(), to: day(), ...mediumInput },
  output: objectOutput({
    ...dayRangeFields,
    areas: list({
      areaId: reference('plantArea', { required: true }),
      label: { ...rowLabelField, nameOf: 'areaId' },
    }),
    items: list({
      itemId: reference('energyItem', { required: true }),
      areaId: reference('plantArea', { required: true }),
      label: rowLabelField,
    }),
    meters: list(
      {
        energyMeterId: reference('energyMeter', { required: true }),
        itemId: reference('energyItem', { required: true }),
        parentId: reference('energyMeter'),
        lineId: reference('line'),
        label: rowLabelField,
        kind: choice(energyMeterKinds, { required: true }),
        allocation: choice(allocationKeys, { required: true }),
        medium: mediumField,
        used: metricField,
        estimatedPercent: amount({ unit: '%', required: true }),
        loss: amount({ unit: '' }),
        lossPercent: amount({ unit: '%' }),
      },
      { max: 2000 },
    ),
    ...gapFields,
  }),
})
const flowList = list(
  { from: text({ required: true }), to: text({ required: true }), used: metricField },
  { max: 1000 },
)
export const analysisDimensions = ['area', 'project', 'line', 'product', 'order', 'team'] as const
/**
 * 用能分析: one medium by area, item, line, product, order or team in a period, also per kg, compared with the previous
 * period and the previous year. A period that is still running is compared with the same hours of the earlier periods.
 */
export const energyAnalysis = defineEndpoint('energyUse.analyse', {
  area,
  routes: 'GET /ENERGY_ANALYSIS',
  access: energyViewPermissions,
  effect: 'read',
  mayLag: true,
  input: { by: choice(analysisDimensions), ...energyPeriodInput, ...mediumInput, ...lineInput },
  output: objectOutput({
    by: choice(analysisDimensions, { required: true }),
    period: choice(periodKinds, { required: true }),
    medium: mediumField,
    unit: text({ required: true }),
    ...dayRangeFields,
    // True if the period has not ended: earlier periods are compared up to the same elapsed time.
    running: flag(),
    comparedTo: moment({ required: true }),
    ...energyMetricFields,
    ...comparisonFields,
    rows: list(
      { id: text({ required: true }), label: rowLabelField, ...energyMetricFields, ...comparisonFields },
      { max: 1000 },
    ),
    // Consumption that belongs to no order: of idle lines, of shared meters that are not allocated, and losses.
    rest: list({ kind: choice(energyUseKinds, { required: true }), used: metricField, cost: metricField }),
    bands: list({ band: bandField, used: metricField, cost: metricField }),
    trend: list({
      ...dayRangeFields,
      used: metricField,
      cost: metricField,
      kg: amount({ unit: 'kg' }),
      before: amount({ unit: '' }),
    }),
    // From meter to meter.
    flow: flowList,
    // From the supply to areas, and from there to lines and other consumers.
    placeFlow: flowList,
    ...gapFields,
  }),
})
/**
 * 能耗统计: the 30 products with the highest consumption per kg in a period, and the consumption by tariff band. The
 * products are compared with the previous period and the previous year.
 */
export const energyRanking = defineEndpoint('energyUse.rank', {
  area,
  routes: 'GET /ENERGY_STATISTICAL',
  access: energyViewPermissions,
  effect: 'read',
  mayLag: true,
  input: { ...energyPeriodInput, ...mediumInput, ...lineInput },
  output: objectOutput({
    period: choice(periodKinds, { required: true }),
    medium: mediumField,
    unit: text({ required: true }),
    ...dayRangeFields,
    running: flag(),
    products: list({
      productId: reference('product', { required: true }),
      label: { ...rowLabelField, nameOf: 'productId' },
      orders: integer({ required: true }),
      ...energyMetricFields,
      ...comparisonFields,
    }),
    // Number of products that were made but are not listed.
    others: integer({ required: true }),
    bands: list({ band: bandField, used: metricField, cost: metricField }),
    ...gapFields,
  }),
})
/** Today's consumption of all media so far, next to the same hours of yesterday and of the same weekday last week. */
export const energyNow = defineEndpoint('energyUse.now', {
  area,
  routes: 'GET /NOW_ENERGY_STATISTICAL',
  access: energyViewPermissions,
  effect: 'read',
  output: objectOutput({
    day: day({ required: true }),
    until: moment({ required: true }),
    media: list({
      medium: mediumField,
      unit: text({ required: true }),
      used: metricField,
      estimatedPercent: amount({ unit: '%', required: true }),
      yesterday: metricField,
      yesterdayPercent: amount({ unit: '%' }),
      weekBefore: metricField,
      weekBeforePercent: amount({ unit: '%' }),
    }),
    lines: list({
      lineId: reference('line', { required: true }),
      label: { ...rowLabelField, nameOf: 'lineId' },
      // With the part of the shared meters, as in the analysis by line.
      used: metricField,
      yesterday: metricField,
    }),
    silentMeters: integer({ required: true }),
  }),
})
/** All media of a period in their units, in tonnes of standard coal (factors from the plant settings) and in CNY. */
export const allEnergy = defineEndpoint('energyUse.all', {
  area,
  routes: 'POST /ALL_ENERGY',
  access: energyViewPermissions,
  effect: 'read',
  mayLag: true,
  input: { ...energyPeriodInput, ...lineInput },
  output: objectOutput({
    period: choice(periodKinds, { required: true }),
    ...dayRangeFields,
    tce: amount({ unit: 'tce', required: true }),
    cost: amount({ unit: 'CNY', required: true }),
    kg: amount({ unit: 'kg' }),
    tcePerTonne: amount({ unit: 'tce/t' }),
    media: list({
      medium: mediumField,
      unit: text({ required: true }),
      ...energyMetricFields,
      ...comparisonFields,
      tce: amount({ unit: 'tce', required: true }),
      // kgce per unit.
      factor: amount({ unit: 'kgce', digits: 4, required: true }),
    }),
    ...gapFields,
  }),
})
/**
 * One day of a meter, an item, a line or the plant in 15-minute slots, each with its tariff band and price. The energy of a line
 * includes its part of the shared meters, as in the analysis by line.
 */
export const energyOneDay = defineEndpoint('energyUse.oneDay', {
  area,
  routes: 'GET /ENERGY_ONE_DAY',
  access: energyViewPermissions,
  effect: 'read',
  mayLag: true,
  input: {
    day: day(),
    ...mediumInput,
    ...lineInput,
    energyMeterId: reference('energyMeter'),
    itemId: reference('energyItem'),
  },
  output: objectOutput({
    day: day({ required: true }),
    medium: mediumField,
    unit: text({ required: true }),
    used: metricField,
    cost: metricField,
    estimatedPercent: amount({ unit: '%', required: true }),
    // Part of `used` that is allocated from shared meters, in %; 0 unless a line is requested.
    allocatedPercent: amount({ unit: '%', required: true }),
    // Number of meters that were summed; 0 if no meter matches the input.
    meters: integer({ required: true }),
    ...gapFields,
    // Mean power of the highest 15 minutes, the basis of a demand charge.
    demandKw: amount({ unit: 'kW' }),
    demandAt: moment(),
    slots: list({
      at: moment({ required: true }),
      used: metricField,
      estimated: flag(),
      band: bandField,
      price: amount({ unit: 'CNY' }),
    }),
    bands: list({ band: bandField, used: metricField, cost: metricField }),
  }),
})
/** Number of meters and machines in each area, and of meters without a reading in the last full hour. */
export const meterCounts = defineEndpoint('energyMeter.numbers', {
  area,
  routes: 'GET /ELE_EQU_NUM',
  access: energyViewPermissions,
  effect: 'read',
  output: objectOutput({
    meters: integer({ required: true }),
    silent: integer({ required: true }),
    virtual: integer({ required: true }),
    machines: integer({ required: true }),
    areas: list({
      areaId: reference('plantArea', { required: true }),
      label: { ...rowLabelField, nameOf: 'areaId' },
      meters: integer({ required: true }),
      silent: integer({ required: true }),
      virtual: integer({ required: true }),
      machines: integer({ required: true }),
    }),
    silentMeters: list({
      energyMeterId: reference('energyMeter', { required: true }),
      label: rowLabelField,
      lastAt: moment(),
    }),
  }),
})
/** 刷新: recalculates days from the current readings, orders and prices; yesterday and today by default. */
export const recalculateEnergy = defineEndpoint('energyUse.renew', {
  area,
  routes: 'POST /set_redis',
  access: 'energyAnalysisEdit',
  effect: 'write',
  input: { from: day(), to: day() },
  output: objectOutput({
    ...dayRangeFields,
    counted: integer({ required: true, unit: 'd' }),
    changed: integer({ required: true, unit: 'd' }),
  }),
})
export const energyAnalysisEndpoints = [
  energyTree,
  energyRanking,
  energyNow,
  allEnergy,
  energyOneDay,
  meterCounts,
  recalculateEnergy,
] as const
export type Analysis = EndpointOutput<typeof energyAnalysis>
