import { sparePart, stockMovement } from '@/areas/maintenance/contract/spare-part'
import { DAY_MS, toMoment } from '@/plant/rules/plant-time'
import { calculateCountDifference, isStockLow, applyMovement, type PartMovement } from '@/areas/maintenance/rules/stock'
import { batch, stamps, type Batch, type Draft } from './draft'
import type { Era } from './era'
import { isBulk, type Part, type Store } from './parts'
import type { Staff } from './people'
import type { Dice } from './random'
import { both } from './said'

/** A quantity of a part needed at a time, ms since 1970. */
export interface Demand {
  readonly partId: string
  readonly quantity: number
  readonly at: number
  readonly by: string
  readonly repairId: string | null
  readonly recordId: string | null
  readonly reason: string | null
}
type Line = Draft<typeof stockMovement>
interface Shelf {
  quantity: number
  onOrder: { at: number; quantity: number } | null
  readonly lines: Line[]
}

/** Builds stock movements, oldest first, each checked by the stock rule, and parts with their remaining quantity. */
export function moveParts(
  dice: Dice,
  era: Era,
  staff: Staff,
  store: Store,
  demands: readonly Demand[],
): { batches: Batch[]; lines: Line[] } {
  const wanted = new Map<string, Demand[]>()
  for (const demand of [...demands, ...sundries(dice, era, staff, store)])
    wanted.set(demand.partId, [...(wanted.get(demand.partId) ?? []), demand])
  const lines: Line[] = []
  const rows = store.parts.map((part): Draft<typeof sparePart> => {
    const shelf = shelfOf(
      dice,
      era,
      staff,
      part,
      (wanted.get(part.id) ?? []).sort((a, b) => a.at - b.at),
    )
    for (const line of shelf.lines) lines.push(line)
    const last = shelf.lines.at(-1)?.updatedAt
    return {
      ...part.row,
      quantity: shelf.quantity,
      onOrder: shelf.onOrder?.quantity ?? 0,
      low: isStockLow({ quantity: shelf.quantity, minimum: part.minimum, orderUpTo: part.orderUpTo }),
      ...stamps(era.from - 20 * DAY_MS, staff.lead('stores').id),
      ...(last && { updatedAt: last, version: shelf.lines.length + 1 }),
    }
  })
  lines.sort((a, b) => ((a.occurredAt ?? '') < (b.occurredAt ?? '') ? -1 : 1))
  return { batches: [batch(sparePart, rows), batch(stockMovement, lines)], lines }
}

function shelfOf(dice: Dice, era: Era, staff: Staff, part: Part, demands: readonly Demand[]): Shelf {
  const shelf: Shelf = { quantity: 0, onOrder: null, lines: [] }
  const keeper = staff.lead('stores').id
  const book = (movement: PartMovement, wished: number, by: string, rest: Partial<Line>) => {
    // Movements of a part have distinct times, so that their order is unambiguous.
    const at = Math.max(wished, Date.parse(shelf.lines.at(-1)?.occurredAt ?? toMoment(0)) + 1)
    const decided = applyMovement({ quantity: shelf.quantity, minimum: part.minimum }, movement)
    if (!decided.ok) throw new Error(`a movement of ${part.row.code} cannot be booked: ${decided.reason}`)
    shelf.quantity = decided.quantity
    shelf.lines.push({
      id: dice.id(at),
      partId: part.id,
      kind: movement.kind,
      quantity: movement.kind === 'count' ? movement.difference : movement.quantity,
      repairId: null,
      occurredAt: toMoment(at),
      quantityAfter: decided.quantity,
      userId: by,
      ...rest,
      ...stamps(at, by),
    })
  }
  const receive = (until: number) => {
    if (!shelf.onOrder || shelf.onOrder.at > until) return
    book({ kind: 'in', quantity: shelf.onOrder.quantity }, shelf.onOrder.at, keeper, {
      reason: era.say(both('采购入库', 'Purchase received')),
    })
    shelf.onOrder = null
  }
  book(
    { kind: 'in', quantity: dice.int(part.minimum, part.orderUpTo + part.minimum) + 1 },
    era.from - 19 * DAY_MS,
    keeper,
    { reason: era.say(both('期初库存', 'Opening stock')) },
  )
  const countAt = dice.chance(0.3) ? dice.between(era.from + 60 * DAY_MS, era.now - 2 * DAY_MS) : Infinity
  let counted = false
  for (const { at, quantity, by, repairId, recordId, reason } of demands) {
    receive(at)
    if (!counted && countAt < at) {
      counted = true
      count(dice, shelf, countAt, keeper, book, era.say(both('季度盘点调整', 'Adjusted at the quarterly count')))
    }
    if (shelf.quantity < quantity)
      book({ kind: 'in', quantity: quantity + (isBulk(part.family) ? 10 : 1) }, at - 90_000, keeper, {
        reason: era.say(both('紧急采购入库', 'Urgent purchase received')),
      })
    book({ kind: 'out', quantity, repairId }, at, by, {
      repairId,
      recordKind: recordId ? 'pmRecord' : null,
      recordId,
      reason,
    })
    if (shelf.quantity <= part.minimum && !shelf.onOrder && dice.chance(0.8)) {
      shelf.onOrder = {
        at: Math.round(at + dice.lognormal(16, 0.5) * DAY_MS),
        quantity: Math.max(1, part.orderUpTo - shelf.quantity),
      }
    }
  }
  receive(era.now)
  return shelf
}

function count(
  dice: Dice,
  shelf: Shelf,
  at: number,
  by: string,
  book: (movement: PartMovement, at: number, by: string, rest: Partial<Line>) => void,
  reason: string,
): void {
  const found = Math.max(0, shelf.quantity + dice.pick([-2, -1, -1, 1]))
  const difference = calculateCountDifference(shelf.quantity, found)
  if (difference !== 0) book({ kind: 'count', difference }, Math.round(at), by, { reason })
}

const uses = [
  both('日常维护领用', 'For routine maintenance'),
  both('班组领用', 'Taken by the team'),
  both('工装制作', 'For making fixtures'),
]
/** Parts taken for small work that has no repair. */
function sundries(dice: Dice, era: Era, staff: Staff, store: Store): Demand[] {
  const common = store.parts.filter(({ price, family }) => price < 60 || family.kind === 'consumable')
  return era
    .days()
    .flatMap((day) =>
      Array.from({ length: dice.int(0, 2) }, (): Demand => {
        const part = dice.pick(common)
        return {
          partId: part.id,
          quantity: isBulk(part.family) ? dice.int(1, 5) : dice.int(1, 2),
          at: era.at(day, dice.int(500, 1030)),
          by: dice.pick([...staff.of('mechanic'), ...staff.of('electrician')]).id,
          repairId: null,
          recordId: null,
          reason: era.say(dice.pick(uses)),
        }
      }),
    )
    .filter(({ at }) => at < era.now)
}
