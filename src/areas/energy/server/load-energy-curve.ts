import type { EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { DAY_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { listRunsOfOrders } from '@/areas/orders/server/queries/runs'
import { loadReferencedNames } from '@/server/crud/refs'
import type { Context } from '@/server/context'
import { energyCurve } from '../contract/curve-endpoints'
import {
  calculateMeanPower,
  calculateShareBetween,
  calculateShareSinceStart,
  type CurveSpan,
} from '../rules/energy-curve'
import { loadSourcesBetween, SLOT_MS } from './energy-sources'
import { calculateSharePercent, roundToDigits } from './energy-metrics'
import { loadMeterTree } from './meters'
import { sumSlots, getTopMeterWeights, type SlotUse } from './load-energy-day'
import { loadOrderEnergy } from './queries'
import { handle } from '@/server/area'

type CurveInput = EndpointInput<typeof energyCurve>
const MAX_DAYS = 31
const DEFAULT_SPAN_MS = DAY_MS
const MAX_STOPS = 500

/** Resolves line and time span: the run of the order, or the requested time, by default the last 24 hours. */
async function resolveLineAndPeriod(ctx: Context, input: CurveInput) {
  const now = ctx.now.toISOString()
  const [order] = input.workOrderId ? await listRunsOfOrders(ctx, [input.workOrderId]) : []
  const lineId = input.lineId ?? order?.lineId
  if (!lineId) throw refuseInput([{ path: ['lineId'], code: 'missing' }])
  if (order && !order.startedAt && !input.from) throw refuse('energy:refusals.notBegun', { order: order.number })
  const requestedEnd = input.to ?? order?.finishedAt ?? now
  const to = requestedEnd < now ? requestedEnd : now
  const from = input.from ?? order?.startedAt ?? toMoment(toMillis(to) - DEFAULT_SPAN_MS)
  if (from >= to) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (toMillis(to) - toMillis(from) > MAX_DAYS * DAY_MS)
    throw refuseInput([{ path: ['from'], code: 'tooManyDays', params: { limit: MAX_DAYS } }])
  return { lineId, order: order ?? null, from, to }
}

/** Loads the electricity in the cost of an order, in kWh and CNY; null until all days of its run are calculated. */
async function loadOrderCostEnergy(ctx: Context, workOrderId: string | null) {
  const [orderEnergy] = workOrderId ? await loadOrderEnergy(ctx, [workOrderId]) : []
  const sums =
    orderEnergy?.uncountedDays.length === 0 ? orderEnergy.sums.filter(({ medium }) => medium === 'electricity') : []
  if (sums.length === 0) return { orderUsed: null, orderCost: null, orderShared: null }
  const sumField = (field: 'used' | 'cost' | 'allocated') => sums.reduce((total, sum) => total + sum[field], 0)
  return {
    orderUsed: roundToDigits(sumField('used')),
    orderCost: roundToDigits(sumField('cost'), 2),
    orderShared: roundToDigits(sumField('allocated')),
  }
}

/** GET /energy/curve: power of a line over an order's run or over a time span. */
export const loadEnergyCurve = handle(energyCurve, async (ctx, input) => {
  const { lineId, order, from, to } = await resolveLineAndPeriod(ctx, input)
  const tree = await loadMeterTree(ctx)
  const firstSlotStart = toMoment(Math.floor(toMillis(from) / SLOT_MS) * SLOT_MS)
  const sources = await loadSourcesBetween(ctx, tree, firstSlotStart, to)
  const span = { from: toMillis(from), to: toMillis(to), slotMs: SLOT_MS }
  const [firstSlot, ...laterSlots] = sumSlots(
    sources,
    getTopMeterWeights(tree, { medium: 'electricity', lineId }),
    'electricity',
  )
  // The first slot may begin before the span and is cut to its share of time. The last slot is already cut.
  const slots = firstSlot ? [scaleSlot(firstSlot, calculateShareSinceStart(firstSlot.at, span)), ...laterSlots] : []
  const stops = await listStopsInPeriod(ctx, { from, to, lineId, keepIfTooMany: 'oldest', maxRows: MAX_STOPS })
  const names = await loadReferencedNames(ctx, 'stopReason', stops, 'reasonId')
  const sumOverSlots = (getValue: (slot: SlotUse) => number) => slots.reduce((sum, slot) => sum + getValue(slot), 0)
  return {
    lineId,
    workOrderId: order?.id ?? null,
    number: order?.number ?? null,
    product: order?.productId ?? null,
    from,
    to,
    step: SLOT_MS / 60_000,
    used: roundToDigits(sumOverSlots(({ used }) => used)),
    cost: roundToDigits(
      sumOverSlots(({ used, price }) => used * (price ?? 0)),
      2,
    ),
    estimatedPercent: calculateSharePercent(
      sumOverSlots(({ estimated }) => estimated),
      sumOverSlots(({ used }) => used),
    ),
    ...(await loadOrderCostEnergy(ctx, order?.id ?? null)),
    points: slots.map(({ at, used, estimated, band, price }) => ({
      at: toMoment(at),
      kw: roundToDigits(calculateMeanPower({ at, used }, span), 1),
      band,
      price,
      estimated: estimated > 0,
    })),
    stops: stops.map(({ id, startsAt, endsAt, reasonId }) => {
      const usedDuring = sumUsedWithin(slots, span, toMillis(startsAt), endsAt ? toMillis(endsAt) : span.to)
      const label = reasonId ? (names[reasonId] ?? '') : ctx.t('energy:unexplainedStop')
      return {
        stopId: id,
        startsAt,
        endsAt,
        label,
        kwh: roundToDigits(usedDuring.kwh, 1),
        cost: roundToDigits(usedDuring.cost, 2),
      }
    }),
  }
})
const scaleSlot = (slot: SlotUse, share: number): SlotUse => ({
  ...slot,
  used: slot.used * share,
  estimated: slot.estimated * share,
})
/** Sums consumption and cost between two moments in ms; a cut slot counts in proportion to its share of time. */
function sumUsedWithin(
  slots: readonly SlotUse[],
  span: CurveSpan,
  from: number,
  to: number,
): { kwh: number; cost: number } {
  let kwh = 0
  let cost = 0
  for (const { at, used, price } of slots) {
    const share = calculateShareBetween(at, span, from, to)
    kwh += used * share
    cost += used * share * (price ?? 0)
  }
  return { kwh, cost }
}
