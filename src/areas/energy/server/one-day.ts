import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { toMoment } from '@/plant/rules/plant-time'
import { getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import type { energyOneDay } from '../contract/analysis-calls'
import { useBands, type UseBand } from '../rules/bands'
import { mediumUnits, type EnergyMedium } from '../rules/meter-tree'
import { factsOf, SLOT_MS, type Facts } from './day-facts'
import { percent, round } from './figures'
import { treeOf, type Tree } from './meters'
import { gapsOf } from './spans'

const HOUR_SLOTS = 3_600_000 / SLOT_MS
export interface SlotUse {
  readonly at: number
  readonly used: number
  readonly estimated: number
  readonly band: UseBand
  readonly price: number | null
}
/** Sums the consumption of weighted meters by slot. */
export function slotsOf(facts: Facts, weights: ReadonlyMap<string, number>, medium: EnergyMedium): SlotUse[] {
  return facts.slots.map((at, i) => {
    const { band, price } = facts.priceOf(medium, i)
    const sum = (name: 'used' | 'estimated') =>
      [...weights].reduce((total, [id, factor]) => total + factor * (facts.shown.get(id)?.[name][i] ?? 0), 0)
    return { at, used: sum('used'), estimated: sum('estimated'), band: band as UseBand, price }
  })
}
/** Returns the topmost meters of a line, an item or a whole medium with factor 1, so that nothing counts twice. */
export function topWeights(
  tree: Tree,
  asked: { medium: EnergyMedium; lineId?: string | null | undefined; itemId?: string | null | undefined },
): Map<string, number> {
  const wanted = tree.counting.filter(
    ({ medium, lineId, itemId }) =>
      medium === asked.medium &&
      (!asked.lineId || lineId === asked.lineId) &&
      (!asked.itemId || itemId === asked.itemId),
  )
  const ids = new Set(wanted.map(({ id }) => id))
  const above = (id: string | null, steps = 0): boolean =>
    id !== null && steps < 100 && (ids.has(id) || above(tree.byId.get(id)?.parentId ?? null, steps + 1))
  return new Map(wanted.filter(({ parentId }) => !above(parentId)).map(({ id }) => [id, 1]))
}

/** GET /ENERGY_ONE_DAY: consumption of a day by 15-minute slot and tariff band. */
export async function oneDay(
  ctx: Context,
  input: EndpointInput<typeof energyOneDay>,
): Promise<EndpointOutput<typeof energyOneDay>> {
  const day = input.day ?? getToday(ctx)
  const tree = await treeOf(ctx)
  const one = input.energyMeterId ? tree.byId.get(input.energyMeterId) : null
  const medium = one?.medium ?? input.medium ?? 'electricity'
  const weights = input.energyMeterId
    ? (tree.weights.get(input.energyMeterId) ?? new Map<string, number>())
    : topWeights(tree, { medium, lineId: input.lineId, itemId: input.itemId })
  const now = ctx.now.toISOString()
  const slots = slotsOf(await factsOf(ctx, tree, day, now), new Map(weights), medium)
  const total = (of: (slot: SlotUse) => number) => slots.reduce((sum, slot) => sum + of(slot), 0)
  const cost = (slot: SlotUse) => slot.used * (slot.price ?? 0)
  const peak = slots.reduce<SlotUse | null>((best, slot) => (best && best.used >= slot.used ? best : slot), null)
  const demand = medium === 'electricity' && peak && peak.used > 0 ? peak : null
  return {
    day,
    medium,
    unit: mediumUnits[medium],
    used: round(total(({ used }) => used)),
    cost: round(total(cost), 2),
    estimatedPercent: percent(
      total(({ estimated }) => estimated),
      total(({ used }) => used),
    ),
    meters: weights.size,
    ...(await gapsOf(ctx, { from: day, to: day })),
    demandKw: demand ? round(demand.used * HOUR_SLOTS, 1) : null,
    demandAt: demand ? toMoment(demand.at) : null,
    slots: slots.map(({ at, used, estimated, band, price }) => ({
      at: toMoment(at),
      used: round(used),
      estimated: estimated > 0,
      band,
      price,
    })),
    bands: useBands.flatMap((band) => {
      const mine = slots.filter((slot) => slot.band === band)
      const used = mine.reduce((sum, slot) => sum + slot.used, 0)
      return used > 0
        ? [
            {
              band,
              used: round(used),
              cost: round(
                mine.reduce((sum, slot) => sum + cost(slot), 0),
                2,
              ),
            },
          ]
        : []
    }),
  }
}
