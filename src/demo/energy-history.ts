/** Abnormal energy cases and monthly energy reports, derived from the stored readings by the server's rules. */
import { user } from '@/areas/access/contract/user'
import { energyAbnormal } from '@/areas/energy/contract/energy-abnormal'
import { energyMeter } from '@/areas/energy/contract/energy-meter'
import { energyMonth } from '@/areas/energy/contract/energy-month'
import type { UnusualHour } from '@/areas/energy/rules/abnormal-case'
import {
  buildCaseFields,
  buildCases,
  type AbnormalCase,
  type CaseContext,
  type StopSpan,
} from '@/areas/energy/rules/abnormal-cause'
import { COMPARED_DAYS, evaluateUse } from '@/areas/energy/rules/abnormal-use'
import { energyMedia } from '@/areas/energy/rules/meter-tree'
import { getCoalFactors, toStandardCoalTonnes } from '@/areas/energy/rules/standard-coal'
import { listGasWaterPrices, listSlotPrices } from '@/areas/prices/server/queries'
import { sumWeb } from '@/areas/rolls/server/queries/web-output'
import { loadMeterUsage, sumMeterUsage } from '@/areas/telemetry/server/queries'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { stopReason } from '@/plant/contract/line-stop'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { addDays, addMonths, DAY_MS, HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { toPlantDay, loadPlantSettings, getDayStart, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { addBills } from './bills'
import type { DemoEra } from './demo-era'
import { roundDecimals } from './random'
import { loadDemoEra } from './demo-record'
import { explainCase, writeMonthTexts, type DemoStop } from './energy-words'
import { toBilingualText } from './bilingual-text'

type LinkedMeter = Row<typeof energyMeter> & { meterId: string }
/** Codes of the meters that are searched for abnormal cases. */
const WATCHED_METER_CODES = /^(EM1-(CH1|AC2|OB1|CTW)|SB1-(E|E-FAN|W)|SM1-(E|E-EXT)|MB1-E)$/
/** Number of latest days that are searched. */
const CASE_DAYS = 30
/** Number of cases that are stored. */
const CASE_COUNT = 9
/** Minimum number of stored cases with low use. */
const MIN_LOW_CASES = 4
/** Number of stored cases that have no explanation yet. */
const OPEN_CASE_COUNT = 2
const MAX_ROWS = 500
const MAX_STOPS = 20_000

/** Adds abnormal cases, monthly reports and bills; does nothing if the meters or their two authors are missing. */
export async function addEnergyHistory(ctx: Context): Promise<void> {
  const findUser = async (userName: string) => (await ctx.rows.find(user, { where: { userName }, limit: 1 }))[0]
  const maintenanceLead = await findUser('maint-lead')
  const accountant = await findUser('accountant')
  const energyMeters = await ctx.rows.find(energyMeter, { where: { kind: 'meter' }, limit: MAX_ROWS })
  const meters = energyMeters.filter((meter): meter is LinkedMeter => meter.meterId !== null)
  if (!maintenanceLead || !accountant || meters.length === 0) return
  const era = await loadDemoEra(ctx)
  await addCases(ctx, era, meters, maintenanceLead.id)
  await addMonthRecords(ctx, era, meters, maintenanceLead.id)
  const topMeters = meters.filter(({ parentId }) => !parentId)
  await addBills(ctx, era, { topMeters, authorId: accountant.id })
}

/** Adds the cases with the largest deviation. The newest ones are still unexplained. */
async function addCases(
  ctx: Context,
  era: DemoEra,
  meters: readonly LinkedMeter[],
  explainerId: string,
): Promise<void> {
  // The running server searches the last three hours itself.
  const endMs = Math.floor(ctx.now.getTime() / HOUR_MS - 3) * HOUR_MS
  const stops = await loadStops(ctx, endMs)
  const slitters = await ctx.rows.find(line, { where: { kind: 'slitting' } })
  const caseContext: CaseContext = {
    meterPositions: new Map(meters.map((meter) => [meter.id, meter])),
    stops,
    followerLines: new Set(slitters.map(({ id }) => id)),
  }
  const calculateWeight = ({ deviations, hours }: AbnormalCase): number => Math.abs(deviations) * hours
  const casesByWeight = (await findCases(ctx, meters, caseContext, endMs)).sort(
    (a, b) => calculateWeight(b) - calculateWeight(a),
  )
  // Most cases are stopped lines with low use. Prefer high use, which people can act on.
  const highCases = casesByWeight.filter(({ direction }) => direction === 'high').slice(0, CASE_COUNT - MIN_LOW_CASES)
  const lowCases = casesByWeight.filter(({ direction }) => direction === 'low')
  const chosenCases = [...highCases, ...lowCases.slice(0, CASE_COUNT - highCases.length)].sort((a, b) =>
    a.startsAt < b.startsAt ? -1 : 1,
  )
  const stopsById = new Map(stops.map((stop) => [stop.id, stop]))
  for (const [i, abnormalCase] of chosenCases.entries()) {
    const { energyMeterId: _first, lineId, direction, ...caseSpan } = abnormalCase
    const fields = buildCaseFields(lineId, caseSpan, caseContext)
    const isOpen = i >= chosenCases.length - OPEN_CASE_COUNT
    const explanation = explainCase(abnormalCase, stopsById.get(fields.stopIds[0] ?? ''))
    await ctx.rows.insert(energyAbnormal, {
      state: isOpen ? 'open' : 'explained',
      lineId,
      direction,
      day: toPlantDay(ctx, caseSpan.startsAt),
      ...fields,
      ...(isOpen
        ? {}
        : {
            causeKind: explanation.kind,
            cause: era.localize(explanation.cause),
            measure: era.localize(explanation.measure),
            explainedBy: explainerId,
            explainedAt: toMoment(toMillis(caseSpan.endsAt) + 2 * HOUR_MS),
          }),
    })
  }
}
async function loadStops(ctx: Context, endMs: number): Promise<(DemoStop & StopSpan)[]> {
  const reasonsById = new Map((await ctx.rows.find(stopReason, {})).map((reason) => [reason.id, reason]))
  const span = { from: toMoment(endMs - CASE_DAYS * DAY_MS), to: toMoment(endMs) }
  const stops = await listStopsInPeriod(ctx, { ...span, keepIfTooMany: 'newest', maxRows: MAX_STOPS })
  return stops.map(({ id, lineId, startsAt, endsAt, reasonId }) => {
    const reason = reasonsById.get(reasonId ?? '')
    return {
      id,
      lineId,
      from: toMillis(startsAt),
      to: endsAt ? toMillis(endsAt) : Number.POSITIVE_INFINITY,
      minutes: endsAt ? Math.round((toMillis(endsAt) - toMillis(startsAt)) / MINUTE_MS) : null,
      planned: reason?.class === 'planned',
      reason: reason ? toBilingualText(reason.name, reason.nameEn ?? reason.name) : null,
    }
  })
}
async function findCases(
  ctx: Context,
  meters: readonly LinkedMeter[],
  caseContext: CaseContext,
  endMs: number,
): Promise<AbnormalCase[]> {
  const watchedMeters = meters.filter(({ code }) => WATCHED_METER_CODES.test(code))
  const { energySpreads } = await loadPlantSettings(ctx)
  const fromMs = endMs - (CASE_DAYS + COMPARED_DAYS) * DAY_MS
  const usedByHour = new Map<string, number>()
  const usagePeriod = { from: toMoment(fromMs), to: toMoment(endMs), step: 'hour' } as const
  for (const { meterId, at, used } of await loadMeterUsage(ctx, {
    meterIds: watchedMeters.map((m) => m.meterId),
    ...usagePeriod,
  }))
    usedByHour.set(`${meterId}/${toMillis(at)}`, used)
  const findUnusualHours =
    (hourMs: number) =>
    (meter: LinkedMeter): UnusualHour[] => {
      const value = usedByHour.get(`${meter.meterId}/${hourMs}`)
      if (value === undefined) return []
      const previousDays = Array.from({ length: COMPARED_DAYS }, (_, i) =>
        usedByHour.get(`${meter.meterId}/${hourMs - (i + 1) * DAY_MS}`),
      ).filter((value) => value !== undefined)
      const assessment = evaluateUse(value, previousDays, energySpreads)
      if (!assessment || assessment.verdict === 'usual') return []
      const { id, medium, lineId } = meter
      const { verdict: direction, median: usualUse, deviations } = assessment
      return [{ energyMeterId: id, medium, lineId, direction, at: hourMs, used: value, usual: usualUse, deviations }]
    }
  return buildCases(
    Array.from({ length: CASE_DAYS * 24 }, (_, i) =>
      watchedMeters.flatMap(findUnusualHours(endMs - CASE_DAYS * DAY_MS + i * HOUR_MS)),
    ),
    caseContext,
  )
}

/** Past months that have a report. */
const RECORD_MONTHS = 3
/** Adds reports of the last whole months, with the metrics that were valid when they were written. */
async function addMonthRecords(
  ctx: Context,
  era: DemoEra,
  meters: readonly LinkedMeter[],
  authorId: string,
): Promise<void> {
  const topMeters = meters.filter(({ parentId }) => !parentId)
  const currentMonthStart = `${getToday(ctx).slice(0, 7)}-01`
  const toPeriod = (month: string) => ({ from: getDayStart(ctx, month), to: getDayStart(ctx, addMonths(month, 1)) })
  const months = Array.from({ length: RECORD_MONTHS }, (_, i) => addMonths(currentMonthStart, i - RECORD_MONTHS))
  const comparedMonths = months.flatMap((month) => [month, addMonths(month, -1), addMonths(month, -12)])
  const periods = [...new Set(comparedMonths)]
    .filter((month) => month >= era.firstDay)
    .map((month) => ({ key: month, ...toPeriod(month) }))
  const sums = await sumMeterUsage(ctx, { meterIds: topMeters.map((m) => m.meterId), periods })
  const factors = getCoalFactors(await loadPlantSettings(ctx))
  const mediumByMeter = new Map(topMeters.map(({ meterId, medium }) => [meterId, medium]))
  const sumUsage = (month: string, medium: string): number =>
    sums.reduce((sum, row) => sum + (row.key === month && mediumByMeter.get(row.meterId) === medium ? row.used : 0), 0)
  for (const month of months) {
    const kwh = sumUsage(month, 'electricity')
    if (kwh === 0) continue
    const calculateChangePercent = (otherMonth: string): number | null => {
      const otherKwh = sumUsage(otherMonth, 'electricity')
      return otherKwh > 0 ? roundDecimals((kwh / otherKwh - 1) * 100, 1) : null
    }
    const webKg = await sumWeb(ctx, toPeriod(month))
    const previousWebKg = await sumWeb(ctx, toPeriod(addMonths(month, -1)))
    const texts = writeMonthTexts({
      changePercent: calculateChangePercent(addMonths(month, -1)),
      kwhPerKg: webKg ? kwh / webKg : null,
      previousKwhPerKg: previousWebKg ? sumUsage(addMonths(month, -1), 'electricity') / previousWebKg : null,
    })
    const tce = energyMedia.reduce(
      (sum, medium) => sum + toStandardCoalTonnes(sumUsage(month, medium), factors[medium]),
      0,
    )
    await ctx.rows.insert(energyMonth, {
      month,
      analysis: era.localize(texts.analysis),
      measures: era.localize(texts.measures),
      ownerId: authorId,
      dueOn: addDays(addMonths(month, 2), -1),
      electricityKwh: roundDecimals(kwh, 1),
      gasM3: roundDecimals(sumUsage(month, 'gas'), 1),
      waterM3: roundDecimals(sumUsage(month, 'water'), 1),
      tce: roundDecimals(tce, 3),
      energyCost: roundDecimals(await calculateEnergyCost(ctx, topMeters, toPeriod(month)), 2),
      goodKg: webKg && roundDecimals(webKg, 1),
      kwhPerKg: webKg ? roundDecimals(kwh / webKg, 4) : null,
      beforePercent: calculateChangePercent(addMonths(month, -1)),
      yearBeforePercent: calculateChangePercent(addMonths(month, -12)),
      missingHours: 0,
      writtenBy: authorId,
    })
  }
}
/** Calculates the cost in CNY: electricity by hourly prices (bands begin on the hour), gas and water by daily prices. */
async function calculateEnergyCost(
  ctx: Context,
  topMeters: readonly LinkedMeter[],
  span: { from: string; to: string },
): Promise<number> {
  const listMeterIds = (medium: string) =>
    topMeters.filter((meter) => meter.medium === medium).map(({ meterId }) => meterId)
  const prices = new Map((await listSlotPrices(ctx, span)).map(({ at, price }) => [at, price ?? 0]))
  const hourlyUses = await loadMeterUsage(ctx, { meterIds: listMeterIds('electricity'), ...span, step: 'hour' })
  let cost = hourlyUses.reduce((sum, { at, used }) => sum + used * (prices.get(at) ?? 0), 0)
  for (const medium of ['gas', 'water'] as const) {
    const datedPrices = await listGasWaterPrices(ctx, { medium, ...span })
    for (const { at, used } of await loadMeterUsage(ctx, { meterIds: listMeterIds(medium), ...span, step: 'day' }))
      cost += used * (datedPrices.findLast(({ effectiveFrom }) => effectiveFrom <= toPlantDay(ctx, at))?.price ?? 0)
  }
  return cost
}
