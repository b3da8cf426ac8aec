import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { DAY_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { listRunsOfOrders } from '@/areas/orders/server/queries/runs'
import { loadReferencedNames, loadNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import type { energyCurve } from '../contract/curve-calls'
import { powerWithin, shareBetween, shareSince, type Stretch } from '../rules/curve'
import { factsBetween, SLOT_MS } from './day-facts'
import { percent, round } from './figures'
import { treeOf } from './meters'
import { slotsOf, topWeights, type SlotUse } from './one-day'
import { orderEnergy } from './queries'

type Input = EndpointInput<typeof energyCurve>
const MOST_DAYS = 31
const USUAL_MS = DAY_MS
const MOST_STOPS = 500

/** Resolves line and time span: the run of the order, or the requested time, by default the last 24 hours. */
async function frameOf(ctx: Context, input: Input) {
  const now = ctx.now.toISOString()
  const [order] = input.workOrderId ? await listRunsOfOrders(ctx, [input.workOrderId]) : []
  const lineId = input.lineId ?? order?.lineId
  if (!lineId) throw refuseInput([{ path: ['lineId'], code: 'missing' }])
  if (order && !order.startedAt && !input.from) throw refuse('energy:refusals.notBegun', { order: order.number })
  const last = input.to ?? order?.finishedAt ?? now
  const to = last < now ? last : now
  const from = input.from ?? order?.startedAt ?? toMoment(toMillis(to) - USUAL_MS)
  if (from >= to) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (toMillis(to) - toMillis(from) > MOST_DAYS * DAY_MS)
    throw refuseInput([{ path: ['from'], code: 'tooManyDays', params: { limit: MOST_DAYS } }])
  return { lineId, order: order ?? null, from, to }
}

/** Loads the electricity in the cost of an order, in kWh and CNY; null until all days of its run are counted. */
async function countedFor(ctx: Context, workOrderId: string | null) {
  const [counted] = workOrderId ? await orderEnergy(ctx, [workOrderId]) : []
  const sums = counted?.uncounted.length === 0 ? counted.sums.filter(({ medium }) => medium === 'electricity') : []
  if (sums.length === 0) return { orderUsed: null, orderCost: null, orderShared: null }
  const total = (field: 'used' | 'cost' | 'allocated') => sums.reduce((sum, one) => sum + one[field], 0)
  return { orderUsed: round(total('used')), orderCost: round(total('cost'), 2), orderShared: round(total('allocated')) }
}

/** GET /energy/curve: power of a line over an order's run or over a time span. */
export async function curve(ctx: Context, input: Input): Promise<EndpointOutput<typeof energyCurve>> {
  const { lineId, order, from, to } = await frameOf(ctx, input)
  const tree = await treeOf(ctx)
  const begin = toMoment(Math.floor(toMillis(from) / SLOT_MS) * SLOT_MS)
  const facts = await factsBetween(ctx, tree, begin, to)
  const span = { from: toMillis(from), to: toMillis(to), slotMs: SLOT_MS }
  const [first, ...others] = slotsOf(facts, topWeights(tree, { medium: 'electricity', lineId }), 'electricity')
  // The first slot may begin before the span and is cut to its share of time. The last slot is already cut.
  const slots = first ? [cutTo(first, shareSince(first.at, span)), ...others] : []
  const found = await listStopsInPeriod(ctx, { from, to, lineId, keepFirst: 'oldest', maxRows: MOST_STOPS })
  const names = await loadReferencedNames(ctx, 'stopReason', found, 'reasonId')
  const total = (of: (slot: SlotUse) => number) => slots.reduce((sum, slot) => sum + of(slot), 0)
  return {
    lineId,
    workOrderId: order?.id ?? null,
    number: order?.number ?? null,
    product: order ? ((await loadNames(ctx, 'product', [order.productId]))[order.productId] ?? null) : null,
    from,
    to,
    step: SLOT_MS / 60_000,
    used: round(total(({ used }) => used)),
    cost: round(
      total(({ used, price }) => used * (price ?? 0)),
      2,
    ),
    estimatedPercent: percent(
      total(({ estimated }) => estimated),
      total(({ used }) => used),
    ),
    ...(await countedFor(ctx, order?.id ?? null)),
    points: slots.map(({ at, used, estimated, band, price }) => ({
      at: toMoment(at),
      kw: round(powerWithin({ at, used }, span), 1),
      band,
      price,
      estimated: estimated > 0,
    })),
    stops: found.map(({ id, startsAt, endsAt, reasonId }) => {
      const during = usedWithin(slots, span, toMillis(startsAt), endsAt ? toMillis(endsAt) : span.to)
      const label = reasonId ? (names[reasonId] ?? '') : ctx.t('energy:unexplainedStop')
      return { stopId: id, startsAt, endsAt, label, kwh: round(during.kwh, 1), cost: round(during.cost, 2) }
    }),
  }
}
const cutTo = (slot: SlotUse, share: number): SlotUse => ({
  ...slot,
  used: slot.used * share,
  estimated: slot.estimated * share,
})
/** Sums consumption and cost between two moments in ms; a cut slot counts by its share of time. */
function usedWithin(slots: readonly SlotUse[], span: Stretch, from: number, to: number): { kwh: number; cost: number } {
  let [kwh, cost] = [0, 0]
  for (const { at, used, price } of slots) {
    const share = shareBetween(at, span, from, to)
    kwh += used * share
    cost += used * share * (price ?? 0)
  }
  return { kwh, cost }
}
