import { addDays, toLocalTime, toMoment } from '@/plant/rules/plant-time'
import { assertDayNotInFuture, assertDayRange, getDayStart, getToday } from '@/plant/server/plant'
import { handle } from '@/server/area'
import { energyHours } from '../contract/curve-endpoints'
import { sumByDayAndHour } from '../rules/hour-profile'
import { mediumUnits } from '../rules/meter-tree'
import { loadSourcesBetween } from './energy-sources'
import { roundToDigits } from './energy-metrics'
import { getTopMeterWeights, sumSlots } from './load-energy-day'
import { loadMeterTree } from './meters'

const DEFAULT_DAYS = 14
const MAX_DAYS = 31

/** GET /energy/hours: consumption by day and hour; of the current day, the hours that have begun. */
export const loadEnergyHours = handle(energyHours, async (ctx, input) => {
  const today = getToday(ctx)
  const to = input.to && input.to < today ? input.to : today
  const from = input.from ?? addDays(to, 1 - DEFAULT_DAYS)
  assertDayNotInFuture(ctx, from, 'from')
  assertDayRange({ from, to }, MAX_DAYS)
  const medium = input.medium ?? 'electricity'
  const tree = await loadMeterTree(ctx)
  const dayEnd = getDayStart(ctx, addDays(to, 1))
  const now = ctx.now.toISOString()
  const sources = await loadSourcesBetween(ctx, tree, getDayStart(ctx, from), dayEnd < now ? dayEnd : now)
  const slots = sumSlots(sources, getTopMeterWeights(tree, { medium, lineId: input.lineId }), medium)
  const days = sumByDayAndHour(slots.map(({ at, used }) => ({ ...toLocalTime(toMoment(at), ctx.timeZone), used })))
  return {
    from,
    to,
    medium,
    unit: mediumUnits[medium],
    days: days.map(({ day, hours }) => ({
      day,
      hours: hours.map((used) => ({ used: used === null ? null : roundToDigits(used) })),
    })),
  }
})
