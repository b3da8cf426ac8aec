/** Hopper contents of a line while its history is generated, calculated as on the server. */
import { hopperContent } from '@/areas/rolls/contract/hopper-content'
import type { recycle } from '@/areas/feeding/contract/recycle'
import type { DosedKind, OrderDosing } from '@/areas/feeding/rules/dosing'
import { toStoredContent, toStoredLots, selectStatesToStore } from '@/areas/feeding/rules/hopper-content'
import { toWholeGrams, toKg } from '@/areas/feeding/rules/hopper-queue'
import { toLineDraw, allocateLots, type LineDraw, type LineHopperStates } from '@/areas/feeding/rules/allocate-lots'
import { toMoment } from '@/plant/rules/plant-time'
import { DEFAULT_RESIDENCE } from '@/plant/rules/settings'
import { stamps, type Draft } from '../draft'
import type { Dice } from '../random'
import { materialSpecs, recipeOf, type MaterialKey } from './catalogue'
import type { FeedRow } from './feeding'
import type { Masters } from './masters'
import type { Order } from './orders'

/** Tracks the hopper contents of a line from order to order. */
export class LineHoppers {
  private state: LineHopperStates = new Map()
  private readonly kinds: ReadonlyMap<string, DosedKind>
  private readonly lines = new Map<string, { row: FeedRow; order: Order }>()
  private readonly between: { at: number; state: LineHopperStates }[] = []
  constructor(private readonly masters: Masters) {
    this.kinds = new Map(
      (Object.keys(materialSpecs) as MaterialKey[]).flatMap((key) => {
        const { kind } = materialSpecs[key]
        return kind === 'pack' ? [] : [[masters.materials[key], kind]]
      }),
    )
  }

  /** Returns the remainder of each feed in a hopper after all draws counted so far. */
  inside(hopperId: string): readonly { feedId: string; lotId: string | null; materialId: string; kg: number }[] {
    return (this.state.get(hopperId)?.layers ?? []).map(({ grams, ...layer }) => ({ ...layer, kg: toKg(grams) }))
  }

  /** Finds a feed row with the order it was fed to. */
  lineOf(feedId: string): { row: FeedRow; order: Order } | undefined {
    return this.lines.get(feedId)
  }

  /** Allocates lots to the rows of an order. Orders must be passed in chronological order. */
  count(order: Order, feeds: readonly FeedRow[]): void {
    const { row, product, jumbos, back } = order
    const own = feeds.filter(({ kind }) => kind !== 'pack')
    for (const one of own) this.lines.set(one.id, { row: one, order })
    const event = (one: FeedRow) => ({ hopperId: one.hopperId ?? '', at: Date.parse(one.fedAt ?? '') })
    const dosing: OrderDosing = {
      recipe: [...recipeOf(product)].map(([key, targetPercent]) => ({
        materialId: this.masters.materials[key],
        kind: materialSpecs[key].kind as DosedKind,
        targetPercent,
        minPercent: null,
        maxPercent: null,
      })),
      fed: own
        .filter((one) => one.workOrderId === row.id)
        .map((one) => ({
          hopperId: one.hopperId ?? '',
          materialId: one.materialId ?? '',
          kind: one.kind as DosedKind,
          kg: one.kg ?? 0,
        })),
      orderedKg: row.orderedKg ?? null,
    }
    const counted = allocateLots(
      this.state,
      {
        fed: own
          .filter(({ counterOf }) => !counterOf)
          .map((one) => ({
            ...event(one),
            feedId: one.id,
            lotId: one.lotId ?? null,
            materialId: one.materialId ?? '',
            grams: toWholeGrams(one.kg ?? 0),
          })),
        emptied: own.filter(({ counterOf }) => counterOf).map((one) => ({ ...event(one), id: one.id })),
        draws: drawsOf(order),
      },
      { orders: new Map([[row.id, dosing]]), getKind: (id) => this.kinds.get(id) ?? 'main' },
    )
    for (const one of [...jumbos, ...back, ...own]) {
      const found = counted.allocations.get(one.id)
      if (!found) continue
      const { lots, unknownKg } = toStoredLots(found)
      Object.assign(one, { lots }, 'fedAt' in one ? {} : { unknownKg })
    }
    this.state = counted.finalState
    this.between.push(...counted.checkpoints)
  }
  /** Builds the hopper states that a server would have stored. */
  contents(dice: Dice, lineId: string, now: number): Draft<typeof hopperContent>[] {
    return selectStatesToStore(this.between, now).map(({ at, state }) => ({
      id: dice.id(at),
      lineId,
      at: toMoment(at),
      ...toStoredContent(state, (id) => this.kinds.get(id) ?? 'main'),
      ...stamps(Math.min(at, now), null),
    }))
  }
}

/** Builds the draws of an order: its rolls and its waste. */
export const drawsOf = (order: Order): LineDraw[] => [
  ...order.jumbos
    .filter(({ doffedAt }) => doffedAt)
    .map((roll) =>
      toLineDraw(
        {
          id: roll.id,
          orderId: order.row.id,
          startsAt: Date.parse(roll.startedAt),
          endsAt: Date.parse(roll.doffedAt ?? ''),
          kg: roll.netKg ?? 0,
          speed: roll.speed ?? null,
          lengthM: roll.lengthM ?? null,
        },
        DEFAULT_RESIDENCE,
      ),
    ),
  ...order.back.map((waste: Draft<typeof recycle>) => {
    const at = Date.parse(waste.occurredAt ?? '')
    return toLineDraw(
      { id: waste.id, orderId: order.row.id, startsAt: at, endsAt: at, kg: waste.kg ?? 0, speed: null, lengthM: null },
      DEFAULT_RESIDENCE,
    )
  }),
]
