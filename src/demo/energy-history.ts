/** Abnormal energy cases and monthly energy reports, derived from the stored readings by the product's own rules. */
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
import { COMPARED_DAYS, judgeUse } from '@/areas/energy/rules/abnormal-use'
import { energyMedia } from '@/areas/energy/rules/meter-tree'
import { getCoalFactors, toStandardCoalTonnes } from '@/areas/energy/rules/standard-coal'
import { listGasWaterPrices, listSlotPrices } from '@/areas/prices/server/queries'
import { sumWeb } from '@/areas/rolls/server/queries/for-energy'
import { usageOf, usageSums } from '@/areas/telemetry/server/queries'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { stopReason } from '@/plant/contract/line-stop'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { addDays, addMonths, DAY_MS, HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { toPlantDay, loadPlantSettings, getDayStart, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { addBills } from './bills'
import type { Era } from './era'
import { rounded } from './random'
import { eraOfDemo } from './mark'
import { explanationOf, monthWords, type DemoStop } from './energy-words'
import { both } from './said'

type Meter = Row<typeof energyMeter> & { meterId: string }
/** Meters and days that are searched, cases that are stored, and how many of those are still unexplained. */
const WATCHED = /^(EM1-(CH1|AC2|OB1|CTW)|SB1-(E|E-FAN|W)|SM1-(E|E-EXT)|MB1-E)$/
const DAYS = 30
const CASES = 9
const OPEN = 2
const MOST = 500

/** Adds abnormal cases, monthly reports and bills; does nothing without the two accounts or meters. */
export async function describeEnergy(ctx: Context): Promise<void> {
  const named = async (userName: string) => (await ctx.rows.find(user, { where: { userName }, limit: 1 }))[0]
  const [by, accountant] = [await named('maint-lead'), await named('accountant')]
  const all = await ctx.rows.find(energyMeter, { where: { kind: 'meter' }, limit: MOST })
  const meters = all.filter((one): one is Meter => one.meterId !== null)
  if (!by || !accountant || meters.length === 0) return
  const era = await eraOfDemo(ctx)
  await addCases(ctx, era, meters, by.id)
  await addMonthRecords(ctx, era, meters, by.id)
  const tops = meters.filter(({ parentId }) => !parentId)
  await addBills(ctx, era, { tops, by: accountant.id })
}

/** Adds the cases with the largest deviation. The newest ones are still unexplained. */
async function addCases(ctx: Context, era: Era, meters: readonly Meter[], by: string): Promise<void> {
  // The server's own check covers the hours since then.
  const end = Math.floor(ctx.now.getTime() / HOUR_MS - 3) * HOUR_MS
  const stops = await stopsOf(ctx, end)
  const slitters = await ctx.rows.find(line, { where: { kind: 'slitting' } })
  const around: CaseContext = {
    places: new Map(meters.map((one) => [one.id, one])),
    stops,
    followers: new Set(slitters.map(({ id }) => id)),
  }
  const weight = ({ deviations, hours }: AbnormalCase): number => Math.abs(deviations) * hours
  const worst = (await casesOf(ctx, meters, around, end)).sort((a, b) => weight(b) - weight(a))
  // Most cases are stopped lines with low use. Prefer high use, which people can act on.
  const high = worst.filter(({ direction }) => direction === 'high').slice(0, CASES - 4)
  const low = worst.filter(({ direction }) => direction === 'low')
  const chosen = [...high, ...low.slice(0, CASES - high.length)].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
  const byId = new Map(stops.map((stop) => [stop.id, stop]))
  for (const [i, one] of chosen.entries()) {
    const { energyMeterId: _first, lineId, direction, ...of } = one
    const fields = buildCaseFields(lineId, of, around)
    const open = i >= chosen.length - OPEN
    const told = explanationOf(one, byId.get(fields.stopIds[0] ?? ''))
    await ctx.rows.insert(energyAbnormal, {
      state: open ? 'open' : 'explained',
      lineId,
      direction,
      day: toPlantDay(ctx, of.startsAt),
      ...fields,
      ...(open
        ? {}
        : {
            causeKind: told.kind,
            cause: era.say(told.cause),
            measure: era.say(told.measure),
            explainedBy: by,
            explainedAt: toMoment(toMillis(of.endsAt) + 2 * HOUR_MS),
          }),
    })
  }
}
async function stopsOf(ctx: Context, end: number): Promise<(DemoStop & StopSpan)[]> {
  const reasons = new Map((await ctx.rows.find(stopReason, {})).map((one) => [one.id, one]))
  const span = { from: toMoment(end - DAYS * DAY_MS), to: toMoment(end) }
  const found = await listStopsInPeriod(ctx, { ...span, keepFirst: 'newest', maxRows: MOST * 40 })
  return found.map(({ id, lineId, startsAt, endsAt, reasonId }) => {
    const reason = reasons.get(reasonId ?? '')
    return {
      id,
      lineId,
      from: toMillis(startsAt),
      to: endsAt ? toMillis(endsAt) : Number.POSITIVE_INFINITY,
      minutes: endsAt ? Math.round((toMillis(endsAt) - toMillis(startsAt)) / MINUTE_MS) : null,
      planned: reason?.class === 'planned',
      reason: reason ? both(reason.name, reason.nameEn ?? reason.name) : null,
    }
  })
}
async function casesOf(
  ctx: Context,
  meters: readonly Meter[],
  around: CaseContext,
  end: number,
): Promise<AbnormalCase[]> {
  const watched = meters.filter(({ code }) => WATCHED.test(code))
  const { energySpreads } = await loadPlantSettings(ctx)
  const from = end - (DAYS + COMPARED_DAYS) * DAY_MS
  const hours = new Map<string, number>()
  const asked = { from: toMoment(from), to: toMoment(end), step: 'hour' } as const
  for (const { meterId, at, used } of await usageOf(ctx, { meterIds: watched.map((m) => m.meterId), ...asked }))
    hours.set(`${meterId}/${toMillis(at)}`, used)
  const unusual =
    (at: number) =>
    (meter: Meter): UnusualHour[] => {
      const value = hours.get(`${meter.meterId}/${at}`)
      if (value === undefined) return []
      const before = Array.from({ length: COMPARED_DAYS }, (_, i) =>
        hours.get(`${meter.meterId}/${at - (i + 1) * DAY_MS}`),
      ).filter((one) => one !== undefined)
      const judged = judgeUse(value, before, energySpreads)
      if (!judged || judged.verdict === 'usual') return []
      const { id, medium, lineId } = meter
      const { verdict: direction, median: usual, deviations } = judged
      return [{ energyMeterId: id, medium, lineId, direction, at, used: value, usual, deviations }]
    }
  return buildCases(
    Array.from({ length: DAYS * 24 }, (_, i) => watched.flatMap(unusual(end - DAYS * DAY_MS + i * HOUR_MS))),
    around,
  )
}

/** Past months that have a report. */
const WRITTEN = 3
/** Adds reports of the last whole months, with the metrics that were valid when they were written. */
async function addMonthRecords(ctx: Context, era: Era, meters: readonly Meter[], by: string): Promise<void> {
  const tops = meters.filter(({ parentId }) => !parentId)
  const thisMonth = `${getToday(ctx).slice(0, 7)}-01`
  const span = (month: string) => ({ from: getDayStart(ctx, month), to: getDayStart(ctx, addMonths(month, 1)) })
  const months = Array.from({ length: WRITTEN }, (_, i) => addMonths(thisMonth, i - WRITTEN))
  const read = months.flatMap((month) => [month, addMonths(month, -1), addMonths(month, -12)])
  const periods = [...new Set(read)]
    .filter((month) => month >= era.firstDay)
    .map((month) => ({ key: month, ...span(month) }))
  const sums = await usageSums(ctx, { meterIds: tops.map((m) => m.meterId), periods })
  const factors = getCoalFactors(await loadPlantSettings(ctx))
  const mediumOf = new Map(tops.map(({ meterId, medium }) => [meterId, medium]))
  const usedIn = (month: string, medium: string): number =>
    sums.reduce((sum, one) => sum + (one.key === month && mediumOf.get(one.meterId) === medium ? one.used : 0), 0)
  for (const month of months) {
    const kwh = usedIn(month, 'electricity')
    if (kwh === 0) continue
    const off = (before: string): number | null => {
      const used = usedIn(before, 'electricity')
      return used > 0 ? rounded((kwh / used - 1) * 100, 1) : null
    }
    const kg = await sumWeb(ctx, span(month))
    const kgBefore = await sumWeb(ctx, span(addMonths(month, -1)))
    const words = monthWords({
      beforePercent: off(addMonths(month, -1)),
      perKg: kg ? kwh / kg : null,
      perKgBefore: kgBefore ? usedIn(addMonths(month, -1), 'electricity') / kgBefore : null,
    })
    const tce = energyMedia.reduce(
      (sum, medium) => sum + toStandardCoalTonnes(usedIn(month, medium), factors[medium]),
      0,
    )
    await ctx.rows.insert(energyMonth, {
      month,
      analysis: era.say(words.analysis),
      measures: era.say(words.measures),
      ownerId: by,
      dueOn: addDays(addMonths(month, 2), -1),
      electricityKwh: rounded(kwh, 1),
      gasM3: rounded(usedIn(month, 'gas'), 1),
      waterM3: rounded(usedIn(month, 'water'), 1),
      tce: rounded(tce, 3),
      energyCost: rounded(await costOf(ctx, tops, span(month)), 2),
      goodKg: kg && rounded(kg, 1),
      kwhPerKg: kg ? rounded(kwh / kg, 4) : null,
      beforePercent: off(addMonths(month, -1)),
      yearBeforePercent: off(addMonths(month, -12)),
      missingHours: 0,
      writtenBy: by,
    })
  }
}
/** Cost in CNY: electricity by the hourly price (bands begin on the hour), gas and water by the daily price. */
async function costOf(ctx: Context, tops: readonly Meter[], span: { from: string; to: string }): Promise<number> {
  const idsOf = (medium: string) => tops.filter((one) => one.medium === medium).map(({ meterId }) => meterId)
  const prices = new Map((await listSlotPrices(ctx, span)).map(({ at, price }) => [at, price ?? 0]))
  const hours = await usageOf(ctx, { meterIds: idsOf('electricity'), ...span, step: 'hour' })
  let cost = hours.reduce((sum, { at, used }) => sum + used * (prices.get(at) ?? 0), 0)
  for (const medium of ['gas', 'water'] as const) {
    const held = await listGasWaterPrices(ctx, { medium, ...span })
    for (const { at, used } of await usageOf(ctx, { meterIds: idsOf(medium), ...span, step: 'day' }))
      cost += used * (held.findLast(({ effectiveFrom }) => effectiveFrom <= toPlantDay(ctx, at))?.price ?? 0)
  }
  return cost
}
