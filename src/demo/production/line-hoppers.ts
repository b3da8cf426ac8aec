/** Hopper contents of a line while its history is generated, calculated as on the server. */
import { hopperContent } from '@/areas/rolls/contract/hopper-content'
import type { recycle } from '@/areas/feeding/contract/recycle'
import type { DosedKind, OrderDosing } from '@/areas/feeding/rules/dosing'
import { toStoredContent, toStoredLots, selectStatesToStore } from '@/areas/feeding/rules/hopper-content'
import { toLineDraw, allocateLots, type LineDraw, type LineHopperStates } from '@/areas/feeding/rules/allocate-lots'
import { toMoment } from '@/plant/rules/plant-time'
import { DEFAULT_RESIDENCE } from '@/plant/rules/settings'
import { buildAuditFields, type RowDraft } from '../draft'
import type { Dice } from '../random'
import { materialKeys, materialSpecs, getProductRecipe } from './catalogue'
import type { FeedRowDraft } from './feeding'
import type { MasterData } from './master-data'
import type { ProductionOrder } from './orders'
import { toKg, toWholeGrams } from '@/plant/rules/quantity'

/** Tracks the hopper contents of a line from order to order. */
export class LineHoppers {
  private currentState: LineHopperStates = new Map()
  private readonly kindByMaterial: ReadonlyMap<string, DosedKind>
  private readonly feedsById = new Map<string, { row: FeedRowDraft; order: ProductionOrder }>()
  private readonly checkpoints: { at: number; state: LineHopperStates }[] = []
  constructor(private readonly masters: MasterData) {
    this.kindByMaterial = new Map(
      materialKeys.flatMap((key) => {
        const { kind } = materialSpecs[key]
        return kind === 'pack' ? [] : [[masters.materialIds[key], kind]]
      }),
    )
  }

  /** Returns how much of each feed is left in a hopper after all draws allocated so far. */
  getContents(hopperId: string): readonly { feedId: string; lotId: string | null; materialId: string; kg: number }[] {
    return (this.currentState.get(hopperId)?.layers ?? []).map(({ grams, ...layer }) => ({ ...layer, kg: toKg(grams) }))
  }

  /** Finds a feed row with the order it was fed to. */
  findFeed(feedId: string): { row: FeedRowDraft; order: ProductionOrder } | undefined {
    return this.feedsById.get(feedId)
  }

  /** Allocates lots to the rows of an order. Orders must be passed in chronological order. */
  allocateOrder(order: ProductionOrder, feeds: readonly FeedRowDraft[]): void {
    const { row, product, jumbos, recycleRows } = order
    const hopperFeeds = feeds.filter(({ kind }) => kind !== 'pack')
    for (const entry of hopperFeeds) this.feedsById.set(entry.id, { row: entry, order })
    const toEvent = (entry: FeedRowDraft) => ({ hopperId: entry.hopperId ?? '', at: Date.parse(entry.fedAt ?? '') })
    const dosing: OrderDosing = {
      recipe: [...getProductRecipe(product)].map(([key, targetPercent]) => ({
        materialId: this.masters.materialIds[key],
        kind: materialSpecs[key].kind as DosedKind,
        targetPercent,
        minPercent: null,
        maxPercent: null,
      })),
      feeds: hopperFeeds
        .filter((entry) => entry.workOrderId === row.id)
        .map((entry) => ({
          hopperId: entry.hopperId ?? '',
          materialId: entry.materialId ?? '',
          kind: entry.kind as DosedKind,
          kg: entry.kg ?? 0,
        })),
      orderedKg: row.orderedKg ?? null,
    }
    const allocation = allocateLots(
      this.currentState,
      {
        feeds: hopperFeeds
          .filter(({ counterOf }) => !counterOf)
          .map((entry) => ({
            ...toEvent(entry),
            feedId: entry.id,
            lotId: entry.lotId ?? null,
            materialId: entry.materialId ?? '',
            grams: toWholeGrams(entry.kg ?? 0),
          })),
        emptyings: hopperFeeds
          .filter(({ counterOf }) => counterOf)
          .map((entry) => ({ ...toEvent(entry), id: entry.id })),
        draws: buildLineDraws(order),
      },
      { dosingByOrder: new Map([[row.id, dosing]]), getKind: (id) => this.kindByMaterial.get(id) ?? 'main' },
    )
    for (const entry of [...jumbos, ...recycleRows, ...hopperFeeds]) {
      const entryLots = allocation.allocationById.get(entry.id)
      if (!entryLots) continue
      const { lots, unknownKg } = toStoredLots(entryLots)
      Object.assign(entry, { lots }, 'fedAt' in entry ? {} : { unknownKg })
    }
    this.currentState = allocation.finalState
    this.checkpoints.push(...allocation.checkpoints)
  }
  /** Builds the hopper states that a server would have stored. */
  buildStoredContents(dice: Dice, lineId: string, now: number): RowDraft<typeof hopperContent>[] {
    return selectStatesToStore(this.checkpoints, now).map(({ at, state }) => ({
      id: dice.id(at),
      lineId,
      at: toMoment(at),
      ...toStoredContent(state, (id) => this.kindByMaterial.get(id) ?? 'main'),
      ...buildAuditFields(Math.min(at, now), null),
    }))
  }
}

/** Builds the draws of an order: its rolls and its waste. */
export const buildLineDraws = (order: ProductionOrder): LineDraw[] => [
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
          speedMPerMin: roll.speed ?? null,
          lengthM: roll.lengthM ?? null,
        },
        DEFAULT_RESIDENCE,
      ),
    ),
  ...order.recycleRows.map((waste: RowDraft<typeof recycle>) => {
    const wastedMs = Date.parse(waste.occurredAt ?? '')
    return toLineDraw(
      {
        id: waste.id,
        orderId: order.row.id,
        startsAt: wastedMs,
        endsAt: wastedMs,
        kg: waste.kg ?? 0,
        speedMPerMin: null,
        lengthM: null,
      },
      DEFAULT_RESIDENCE,
    )
  }),
]
