import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { addDays, countDaysBetween, type Day } from '@/plant/rules/plant-time'
import { getToday } from '@/plant/server/plant'
import { machinesInAreas } from '@/areas/equipment/server/queries/machines'
import { missingHours } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { labelOf } from './labels'
import type { checkHours } from '../contract/curve-calls'
import type { energyTree, meterNumbers, renewEnergy } from '../contract/analysis-calls'
import { energyItem } from '../contract/energy-meter'
import { lossesOf, weighed } from '../rules/meter-tree'
import { labelsOf } from './analysis'
import { countDay, KEPT_DAYS } from './count-day'
import { percent, round } from './figures'
import { treeOf } from './meters'
import { gapsOf, wholeSpan } from './spans'
import { silentMeters } from './silence'
import { meterSums, wholeDaysOnly, type Sums } from './sums'
import { toLocalTime } from '@/plant/rules/plant-time'

/**
 * Resolves the requested days; yesterday by default.
 * @throws `endsFirst` if the range is reversed, `tooManyDays` if it has `COUNTED_DAYS` days or more
 */
export function daysAsked(ctx: Context, input: { from?: Day | null; to?: Day | null }): { from: Day; to: Day } {
  const to = input.to ?? input.from ?? addDays(getToday(ctx), -1)
  const from = input.from ?? to
  if (from > to) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (countDaysBetween(from, to) >= KEPT_DAYS)
    throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: KEPT_DAYS } }])
  return { from, to }
}

/** GET /GET_AREA_PROJECT: the tree of areas, items and meters with consumption and losses. */
export async function tree(
  ctx: Context,
  input: EndpointInput<typeof energyTree>,
): Promise<EndpointOutput<typeof energyTree>> {
  const days = daysAsked(ctx, input)
  const span = wholeSpan(ctx, days)
  const of = await treeOf(ctx)
  const shown = await meterSums(ctx, wholeDaysOnly(span))
  const figure = (name: keyof Sums) => new Map([...shown].map(([id, sums]) => [id, sums[name]]))
  const [used, estimated] = [figure('used'), figure('estimated')]
  const losses = new Map(lossesOf(of.all, used).map((one) => [one.id, one]))
  const meters = of.all.filter(({ medium }) => !input.medium || medium === input.medium)
  const there = new Set(meters.map(({ itemId }) => itemId))
  const items = (await ctx.rows.find(energyItem, { orderBy: 'sortOrder' })).filter(({ id }) => there.has(id))
  const areaIds = [...new Set(items.map(({ areaId }) => areaId))]
  const areas = await labelsOf(ctx, 'area', areaIds)
  return {
    ...days,
    areas: areaIds.map((areaId) => ({ areaId, label: areas[areaId] ?? areaId })),
    items: items.map((item) => ({ itemId: item.id, areaId: item.areaId, label: labelOf(ctx, item) })),
    meters: meters.map((one) => {
      const loss = losses.get(one.id)
      const mine = weighed(of.weights.get(one.id), used)
      return {
        energyMeterId: one.id,
        itemId: one.itemId,
        parentId: one.parentId,
        lineId: one.lineId,
        label: labelOf(ctx, one),
        kind: one.kind,
        allocation: one.allocation,
        medium: one.medium,
        used: round(mine),
        estimatedPercent: percent(weighed(of.weights.get(one.id), estimated), mine),
        loss: loss ? round(loss.loss) : null,
        lossPercent: loss?.lossPercent === null || !loss ? null : round(loss.lossPercent, 1),
      }
    }),
    ...(await gapsOf(ctx, span)),
  }
}

/** GET /ELE_EQU_NUM: number of meters, silent meters and machines by area. */
export async function numbers(ctx: Context): Promise<EndpointOutput<typeof meterNumbers>> {
  const of = await treeOf(ctx)
  const silent = await silentMeters(ctx, of)
  const machines = await machinesInAreas(ctx)
  const areaOf = new Map((await ctx.rows.find(energyItem, {})).map(({ id, areaId }) => [id, areaId]))
  const areaIds = [...new Set([...areaOf.values(), ...machines.flatMap(({ areaId }) => areaId ?? [])])]
  const names = await labelsOf(ctx, 'area', areaIds)
  const quiet = new Set(silent.map(({ id }) => id))
  const countIn = (which: (areaId: string) => boolean) => {
    const mine = of.all.filter(({ itemId }) => which(areaOf.get(itemId) ?? ''))
    return {
      meters: mine.filter(({ kind }) => kind === 'meter').length,
      virtual: mine.filter(({ kind }) => kind !== 'meter').length,
      silent: mine.filter(({ id }) => quiet.has(id)).length,
      machines: machines.filter(({ areaId }) => which(areaId ?? '')).reduce((sum, one) => sum + one.machines, 0),
    }
  }
  return {
    ...countIn(() => true),
    areas: areaIds.map((areaId) => ({ areaId, label: names[areaId] ?? areaId, ...countIn((id) => id === areaId) })),
    silentMeters: silent.map((one) => ({ energyMeterId: one.id, label: labelOf(ctx, one), lastAt: null })),
  }
}

const MOST_AT_ONCE = 62
/** POST /set_redis: recalculates days at once; yesterday and today by default. */
export async function renew(
  ctx: Context,
  input: EndpointInput<typeof renewEnergy>,
): Promise<EndpointOutput<typeof renewEnergy>> {
  const to = input.to ?? getToday(ctx)
  const from = input.from ?? (input.to ? to : addDays(to, -1))
  if (from > to) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  const days = countDaysBetween(from, to) + 1
  if (days > MOST_AT_ONCE) throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: MOST_AT_ONCE } }])
  const of = await treeOf(ctx)
  let changed = 0
  for (let i = 0; i < days; i++) if (await countDay(ctx, of, addDays(from, i))) changed++
  return { from, to, counted: days, changed }
}

/** GET /equ/check_int_hour: meters with hours without readings on a day. */
export async function hours(
  ctx: Context,
  input: EndpointInput<typeof checkHours>,
): Promise<EndpointOutput<typeof checkHours>> {
  const day = input.day ?? addDays(getToday(ctx), -1)
  const of = await treeOf(ctx)
  const missing = await missingHours(ctx, { meterIds: of.meterIds, day })
  const clock = (at: string): string => {
    const { minute } = toLocalTime(at, ctx.timeZone)
    return `${String(Math.floor(minute / 60)).padStart(2, '0')}:00`
  }
  const gaps = of.counting.flatMap((one) => {
    const hours = missing.filter(({ meterId }) => meterId === one.meterId).map(({ at }) => ({ hour: clock(at) }))
    if (hours.length === 0) return []
    const link = `/meters?id=${one.meterId}`
    return [{ energyMeterId: one.id, meterId: one.meterId, label: labelOf(ctx, one), hours, link }]
  })
  return { day, meters: of.counting.length, complete: of.counting.length - gaps.length, gaps }
}
