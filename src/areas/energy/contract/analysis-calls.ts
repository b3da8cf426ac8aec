import { fileOutput, defineEndpoint, objectOutput, XLSX_MIME, type EndpointOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { useKinds } from '../rules/share-out'
import { periodKinds } from '@/plant/rules/periods'
import { allocationKeys, energyMeterKinds } from '../rules/meter-tree'
import {
  band,
  comparedFigures,
  days,
  gaps,
  label,
  lineInput,
  medium,
  mediumInput,
  periodInput,
  useFigures,
  views,
} from './analysis-fields'

const area = 'energy'
const figure = amount({ unit: '', required: true })

/** Area, item and meter as a tree, with what each meter counted in some days (yesterday unless told) and what is lost below it. */
export const energyTree = defineEndpoint('energyMeter.tree', {
  area,
  routes: 'GET /GET_AREA_PROJECT',
  access: views,
  effect: 'read',
  input: { from: day(), to: day(), ...mediumInput },
  output: objectOutput({
    ...days,
    areas: list({ areaId: reference('plantArea', { required: true }), label }),
    items: list({
      itemId: reference('energyItem', { required: true }),
      areaId: reference('plantArea', { required: true }),
      label,
    }),
    meters: list(
      {
        energyMeterId: reference('energyMeter', { required: true }),
        itemId: reference('energyItem', { required: true }),
        parentId: reference('energyMeter'),
        lineId: reference('line'),
        label,
        kind: choice(energyMeterKinds, { required: true }),
        allocation: choice(allocationKeys, { required: true }),
        medium,
        used: figure,
        estimatedPercent: amount({ unit: '%', required: true }),
        loss: amount({ unit: '' }),
        lossPercent: amount({ unit: '%' }),
      },
      { max: 2000 },
    ),
    ...gaps,
  }),
})
export const analysisBy = ['area', 'project', 'line', 'product', 'order', 'team'] as const
/** 用能分析: a medium by area, item, line, product, order or team in a period, per kg, with the period and the year before (the same hours while it runs). */
export const energyAnalysis = defineEndpoint('energyUse.analyse', {
  area,
  routes: 'GET /ENERGY_ANALYSIS',
  access: views,
  effect: 'read',
  input: { by: choice(analysisBy), ...periodInput, ...mediumInput, ...lineInput },
  output: objectOutput({
    by: choice(analysisBy, { required: true }),
    period: choice(periodKinds, { required: true }),
    medium,
    unit: text({ required: true }),
    ...days,
    // It still runs: only so much of the periods before is compared.
    running: flag(),
    comparedTo: moment({ required: true }),
    ...useFigures,
    ...comparedFigures,
    rows: list({ id: text({ required: true }), label, ...useFigures, ...comparedFigures }, { max: 1000 }),
    // Nobody's: idle lines, shared meters without a key, losses.
    rest: list({ kind: choice(useKinds, { required: true }), used: figure, cost: figure }),
    bands: list({ band, used: figure, cost: figure }),
    trend: list({ ...days, used: figure, cost: figure, kg: amount({ unit: 'kg' }), before: amount({ unit: '' }) }),
    flow: list({ from: text({ required: true }), to: text({ required: true }), used: figure }, { max: 1000 }),
    ...gaps,
  }),
})
/** 能耗统计: the 30 products that took most a kilogram in a period, against the period before and the year before; what each tariff band had. */
export const energyRanking = defineEndpoint('energyUse.rank', {
  area,
  routes: 'GET /ENERGY_STATISTICAL',
  access: views,
  effect: 'read',
  input: { ...periodInput, ...mediumInput, ...lineInput },
  output: objectOutput({
    period: choice(periodKinds, { required: true }),
    medium,
    unit: text({ required: true }),
    ...days,
    running: flag(),
    products: list({
      productId: reference('product', { required: true }),
      label,
      orders: integer({ required: true }),
      ...useFigures,
      ...comparedFigures,
    }),
    // Products that were made and are not among them.
    others: integer({ required: true }),
    bands: list({ band, used: figure, cost: figure }),
    ...gaps,
  }),
})
/** Today until now, all media, beside the same hours of yesterday and of the same weekday last week. */
export const energyNow = defineEndpoint('energyUse.now', {
  area,
  routes: 'GET /NOW_ENERGY_STATISTICAL',
  access: views,
  effect: 'read',
  output: objectOutput({
    day: day({ required: true }),
    until: moment({ required: true }),
    media: list({
      medium,
      unit: text({ required: true }),
      used: figure,
      estimatedPercent: amount({ unit: '%', required: true }),
      yesterday: figure,
      yesterdayPercent: amount({ unit: '%' }),
      weekBefore: figure,
      weekBeforePercent: amount({ unit: '%' }),
    }),
    lines: list({ lineId: reference('line', { required: true }), label, used: figure, yesterday: figure }),
    silentMeters: integer({ required: true }),
  }),
})
/** All media of a period in their units, in tonnes of standard coal (factors: plant settings) and in CNY. */
export const allEnergy = defineEndpoint('energyUse.all', {
  area,
  routes: 'POST /ALL_ENERGY',
  access: views,
  effect: 'read',
  input: { ...periodInput, ...lineInput },
  output: objectOutput({
    period: choice(periodKinds, { required: true }),
    ...days,
    tce: amount({ unit: 'tce', required: true }),
    cost: amount({ unit: 'CNY', required: true }),
    kg: amount({ unit: 'kg' }),
    tcePerTonne: amount({ unit: 'tce/t' }),
    media: list({
      medium,
      unit: text({ required: true }),
      ...useFigures,
      ...comparedFigures,
      tce: amount({ unit: 'tce', required: true }),
      // kgce per unit.
      factor: amount({ unit: 'kgce', digits: 4, required: true }),
    }),
    ...gaps,
  }),
})
/** One day of a meter, an item, a line or all in 15-minute bars, each with its tariff band and price. */
export const energyOneDay = defineEndpoint('energyUse.oneDay', {
  area,
  routes: 'GET /ENERGY_ONE_DAY',
  access: views,
  effect: 'read',
  input: {
    day: day(),
    ...mediumInput,
    ...lineInput,
    energyMeterId: reference('energyMeter'),
    itemId: reference('energyItem'),
  },
  output: objectOutput({
    day: day({ required: true }),
    medium,
    unit: text({ required: true }),
    used: figure,
    cost: figure,
    estimatedPercent: amount({ unit: '%', required: true }),
    // Those that are counted: of none, nothing is known.
    meters: integer({ required: true }),
    ...gaps,
    // The highest 15 minutes: what a demand charge is measured by.
    demandKw: amount({ unit: 'kW' }),
    demandAt: moment(),
    slots: list({
      at: moment({ required: true }),
      used: figure,
      estimated: flag(),
      band,
      price: amount({ unit: 'CNY' }),
    }),
    bands: list({ band, used: figure, cost: figure }),
  }),
})
/** Meters and machines of each area, and how many of the meters have been silent for an hour. */
export const meterNumbers = defineEndpoint('energyMeter.numbers', {
  area,
  routes: 'GET /ELE_EQU_NUM',
  access: views,
  effect: 'read',
  output: objectOutput({
    meters: integer({ required: true }),
    silent: integer({ required: true }),
    virtual: integer({ required: true }),
    machines: integer({ required: true }),
    areas: list({
      areaId: reference('plantArea', { required: true }),
      label,
      meters: integer({ required: true }),
      silent: integer({ required: true }),
      virtual: integer({ required: true }),
      machines: integer({ required: true }),
    }),
    silentMeters: list({ energyMeterId: reference('energyMeter', { required: true }), label, lastAt: moment() }),
  }),
})
/** 刷新: counts days again from the readings, orders and prices as they are now; yesterday and today unless told. */
export const renewEnergy = defineEndpoint('energyUse.renew', {
  area,
  routes: 'POST /set_redis',
  access: 'energyAnalysisEdit',
  effect: 'write',
  input: { from: day(), to: day() },
  output: objectOutput({
    ...days,
    counted: integer({ required: true, unit: 'd' }),
    changed: integer({ required: true, unit: 'd' }),
  }),
})
/** The analysis as a workbook: rows, course, bands, and what belongs to nobody. */
export const energyExport = defineEndpoint('energyUse.export', {
  area,
  routes: 'GET /sheet/energy_export',
  access: ['energyAnalysisExport', 'energyStatisticsExport', 'electricityAnalysisExport'],
  effect: 'read',
  input: { by: choice(analysisBy), ...periodInput, ...mediumInput, ...lineInput },
  output: fileOutput(XLSX_MIME),
})
export const analysisCalls = [
  energyTree,
  energyAnalysis,
  energyRanking,
  energyNow,
  allEnergy,
  energyOneDay,
  meterNumbers,
  renewEnergy,
  energyExport,
] as const
export type Analysis = EndpointOutput<typeof energyAnalysis>
