/** Endpoints about meters: tree, counts, gaps, and recalculation on request. */
import { addDays, countDaysInRange, toLocalTime, type Day } from '@/plant/rules/plant-time'
import { assertDayRange, getToday } from '@/plant/server/plant'
import { countMachinesByArea } from '@/areas/equipment/server/queries/machines'
import { listMissingHours, loadLastReadingTimes } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { loadMeterTree, listSilentMeters, formatMeterLabel } from './meters'
import { checkMeterHours } from '../contract/curve-endpoints'
import { energyTree, meterCounts, recalculateEnergy } from '../contract/analysis-endpoints'
import { energyItem } from '../contract/energy-meter'
import { calculateLosses, sumWeighted } from '../rules/meter-tree'
import { recalculateEnergyDay, RECALCULATED_DAYS } from './recalculate-energy-days'
import { calculateSharePercent, roundToDigits } from './energy-metrics'
import { loadDataGaps, toWholeDaySpan } from './energy-spans'
import { sumByMeter, ignorePartialDay, type UseSums } from './energy-sums'
import { handle } from '@/server/area'

/**
 * Resolves the requested days; yesterday by default.
 * @throws `endsFirst` if the range is reversed, `tooManyDays` if it has more than `RECALCULATED_DAYS` days
 */
export function resolveMeterDays(ctx: Context, input: { from?: Day | null; to?: Day | null }): { from: Day; to: Day } {
  const to = input.to ?? input.from ?? addDays(getToday(ctx), -1)
  const from = input.from ?? to
  assertDayRange({ from, to }, RECALCULATED_DAYS)
  return { from, to }
}

/** GET /GET_AREA_PROJECT: the tree of areas, items and meters with consumption and losses. */
export const loadEnergyTree = handle(energyTree, async (ctx, input) => {
  const dayRange = resolveMeterDays(ctx, input)
  const span = toWholeDaySpan(ctx, dayRange)
  const meterTree = await loadMeterTree(ctx)
  const meterSums = await sumByMeter(ctx, ignorePartialDay(span))
  const toValues = (name: keyof UseSums) => new Map([...meterSums].map(([id, sums]) => [id, sums[name]]))
  const usedByMeter = toValues('used')
  const estimatedByMeter = toValues('estimated')
  const lossByMeter = new Map(calculateLosses(meterTree.allMeters, usedByMeter).map((meter) => [meter.id, meter]))
  const meters = meterTree.allMeters.filter(({ medium }) => !input.medium || medium === input.medium)
  const itemIds = new Set(meters.map(({ itemId }) => itemId))
  const items = (await ctx.rows.find(energyItem, { orderBy: 'sortOrder' })).filter(({ id }) => itemIds.has(id))
  const areaIds = [...new Set(items.map(({ areaId }) => areaId))]
  return {
    ...dayRange,
    areas: areaIds.map((areaId) => ({ areaId })),
    items: items.map((item) => ({ itemId: item.id, areaId: item.areaId, label: formatMeterLabel(ctx, item) })),
    meters: meters.map((meter) => {
      const loss = lossByMeter.get(meter.id)
      const meterUsed = sumWeighted(meterTree.weightsByMeter.get(meter.id), usedByMeter)
      return {
        energyMeterId: meter.id,
        itemId: meter.itemId,
        parentId: meter.parentId,
        lineId: meter.lineId,
        label: formatMeterLabel(ctx, meter),
        kind: meter.kind,
        allocation: meter.allocation,
        medium: meter.medium,
        used: roundToDigits(meterUsed),
        estimatedPercent: calculateSharePercent(
          sumWeighted(meterTree.weightsByMeter.get(meter.id), estimatedByMeter),
          meterUsed,
        ),
        loss: loss ? roundToDigits(loss.loss) : null,
        lossPercent: loss && loss.lossPercent !== null ? roundToDigits(loss.lossPercent, 1) : null,
      }
    }),
    ...(await loadDataGaps(ctx, span)),
  }
})

/** GET /ELE_EQU_NUM: number of meters, silent meters and machines by area. */
export const countMeters = handle(meterCounts, async (ctx) => {
  const meterTree = await loadMeterTree(ctx)
  const silentMeters = await listSilentMeters(ctx, meterTree)
  const lastReadingByMeterId = await loadLastReadingTimes(
    ctx,
    silentMeters.map(({ meterId }) => meterId),
  )
  const machines = await countMachinesByArea(ctx)
  const areaByItem = new Map((await ctx.rows.find(energyItem, {})).map(({ id, areaId }) => [id, areaId]))
  const areaIds = [...new Set([...areaByItem.values(), ...machines.flatMap(({ areaId }) => areaId ?? [])])]
  const silentIds = new Set(silentMeters.map(({ id }) => id))
  const countInAreas = (matchesArea: (areaId: string) => boolean) => {
    const areaMeters = meterTree.allMeters.filter(({ itemId }) => matchesArea(areaByItem.get(itemId) ?? ''))
    return {
      meters: areaMeters.filter(({ kind }) => kind === 'meter').length,
      virtual: areaMeters.filter(({ kind }) => kind !== 'meter').length,
      silent: areaMeters.filter(({ id }) => silentIds.has(id)).length,
      machines: machines
        .filter(({ areaId }) => matchesArea(areaId ?? ''))
        .reduce((sum, area) => sum + area.machines, 0),
    }
  }
  return {
    ...countInAreas(() => true),
    areas: areaIds.map((areaId) => ({ areaId, ...countInAreas((id) => id === areaId) })),
    silentMeters: silentMeters.map((meter) => ({
      energyMeterId: meter.id,
      label: formatMeterLabel(ctx, meter),
      lastAt: lastReadingByMeterId.get(meter.meterId) ?? null,
    })),
  }
})

const MAX_DAYS_AT_ONCE = 62
/** POST /set_redis: recalculates days at once; yesterday and today by default. */
export const recalculateEnergyDays = handle(recalculateEnergy, async (ctx, input) => {
  const to = input.to ?? getToday(ctx)
  const from = input.from ?? (input.to ? to : addDays(to, -1))
  assertDayRange({ from, to }, MAX_DAYS_AT_ONCE)
  const dayCount = countDaysInRange({ from, to })
  const meterTree = await loadMeterTree(ctx)
  let changed = 0
  for (let i = 0; i < dayCount; i++) if (await recalculateEnergyDay(ctx, meterTree, addDays(from, i))) changed++
  return { from, to, counted: dayCount, changed }
})

/** GET /equ/check_int_hour: meters with hours without readings on a day. */
export const listMeterGaps = handle(checkMeterHours, async (ctx, input) => {
  const day = input.day ?? addDays(getToday(ctx), -1)
  const meterTree = await loadMeterTree(ctx)
  const missingRows = await listMissingHours(ctx, { meterIds: meterTree.meterIds, day })
  const formatHour = (at: string): string => {
    const { minute } = toLocalTime(at, ctx.timeZone)
    return `${String(Math.floor(minute / 60)).padStart(2, '0')}:00`
  }
  const gaps = meterTree.physicalMeters.flatMap((meter) => {
    const missingHourList = missingRows
      .filter(({ meterId }) => meterId === meter.meterId)
      .map(({ at }) => ({ hour: formatHour(at) }))
    if (missingHourList.length === 0) return []
    const link = `/meters?id=${meter.meterId}`
    return [
      {
        energyMeterId: meter.id,
        meterId: meter.meterId,
        label: formatMeterLabel(ctx, meter),
        hours: missingHourList,
        link,
      },
    ]
  })
  return { day, meters: meterTree.physicalMeters.length, complete: meterTree.physicalMeters.length - gaps.length, gaps }
})
