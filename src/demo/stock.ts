/** Stock of spare parts. */
import { sparePart, stockMovement } from '@/areas/spareParts/contract/spare-part'
import { DAY_MS, toMoment } from '@/plant/rules/plant-time'
import { calculateCountDifference, isStockLow, applyMovement, type PartMovement } from '@/areas/spareParts/rules/stock'
import texts from './data/texts.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import { isBulk, type DemoSparePart, type PartStore } from './parts'
import type { Staff } from './people'
import type { Dice } from './random'
import { toBilingualText } from './bilingual-text'

/** A quantity of a part needed at a time, ms since 1970. */
export interface PartDemand {
  readonly partId: string
  readonly quantity: number
  readonly neededMs: number
  readonly userId: string
  readonly repairId: string | null
  readonly recordId: string | null
  readonly reason: string | null
}
type MovementRow = RowDraft<typeof stockMovement>
/** Stock of one part after the movements built so far. */
interface PartStock {
  quantity: number
  pendingOrder: { arrivesMs: number; quantity: number } | null
  readonly movements: MovementRow[]
}

/**
 * Builds the stock movements, oldest first, and the parts with their remaining quantity. The stock rule checks each
 * movement.
 */
export function buildStockMovements(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  store: PartStore,
  demands: readonly PartDemand[],
): { batches: RowBatch[]; movements: MovementRow[] } {
  const demandsByPart = new Map<string, PartDemand[]>()
  for (const demand of [...demands, ...generateSundryDemands(dice, era, staff, store)])
    demandsByPart.set(demand.partId, [...(demandsByPart.get(demand.partId) ?? []), demand])
  const movements: MovementRow[] = []
  const rows = store.parts.map((part): RowDraft<typeof sparePart> => {
    const stock = buildPartStock(
      dice,
      era,
      staff,
      part,
      (demandsByPart.get(part.id) ?? []).sort((a, b) => a.neededMs - b.neededMs),
    )
    for (const movement of stock.movements) movements.push(movement)
    const lastChangedAt = stock.movements.at(-1)?.updatedAt
    return {
      ...part.row,
      quantity: stock.quantity,
      onOrder: stock.pendingOrder?.quantity ?? 0,
      low: isStockLow({ quantity: stock.quantity, minimum: part.minimum, orderUpTo: part.orderUpTo }),
      ...buildAuditFields(era.from - 20 * DAY_MS, staff.getPersonOfTrade('stores').id),
      ...(lastChangedAt && { updatedAt: lastChangedAt, version: stock.movements.length + 1 }),
    }
  })
  movements.sort((a, b) => ((a.occurredAt ?? '') < (b.occurredAt ?? '') ? -1 : 1))
  return { batches: [toBatch(sparePart, rows), toBatch(stockMovement, movements)], movements }
}

function buildPartStock(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  part: DemoSparePart,
  demands: readonly PartDemand[],
): PartStock {
  const stock: PartStock = { quantity: 0, pendingOrder: null, movements: [] }
  const storekeeperId = staff.getPersonOfTrade('stores').id
  const bookMovement = (movement: PartMovement, earliestMs: number, bookerId: string, fields: Partial<MovementRow>) => {
    // Movements of a part have distinct times, so that their order is unambiguous.
    const bookedMs = Math.max(earliestMs, Date.parse(stock.movements.at(-1)?.occurredAt ?? toMoment(0)) + 1)
    const decision = applyMovement({ quantity: stock.quantity, minimum: part.minimum }, movement)
    if (!decision.ok) throw new Error(`a movement of ${part.row.code} cannot be booked: ${decision.reason}`)
    stock.quantity = decision.quantity
    stock.movements.push({
      id: dice.id(bookedMs),
      partId: part.id,
      kind: movement.kind,
      quantity: movement.kind === 'count' ? movement.difference : movement.quantity,
      repairId: null,
      occurredAt: toMoment(bookedMs),
      quantityAfter: decision.quantity,
      userId: bookerId,
      ...fields,
      ...buildAuditFields(bookedMs, bookerId),
    })
  }
  const receiveOrder = (untilMs: number) => {
    if (!stock.pendingOrder || stock.pendingOrder.arrivesMs > untilMs) return
    bookMovement({ kind: 'in', quantity: stock.pendingOrder.quantity }, stock.pendingOrder.arrivesMs, storekeeperId, {
      reason: era.localize(toBilingualText('采购入库', 'Purchase received')),
    })
    stock.pendingOrder = null
  }
  bookMovement(
    { kind: 'in', quantity: dice.int(part.minimum, part.orderUpTo + part.minimum) + 1 },
    era.from - 19 * DAY_MS,
    storekeeperId,
    { reason: era.localize(toBilingualText('期初库存', 'Opening stock')) },
  )
  const countMs = dice.chance(0.3) ? dice.between(era.from + 60 * DAY_MS, era.now - 2 * DAY_MS) : Infinity
  let isCounted = false
  for (const { neededMs, quantity, userId, repairId, recordId, reason } of demands) {
    receiveOrder(neededMs)
    if (!isCounted && countMs < neededMs) {
      isCounted = true
      bookStockCount(
        dice,
        stock,
        countMs,
        storekeeperId,
        bookMovement,
        era.localize(toBilingualText('季度盘点调整', 'Adjusted at the quarterly count')),
      )
    }
    if (stock.quantity < quantity)
      bookMovement(
        { kind: 'in', quantity: quantity + (isBulk(part.family) ? 10 : 1) },
        neededMs - 90_000,
        storekeeperId,
        {
          reason: era.localize(toBilingualText('紧急采购入库', 'Urgent purchase received')),
        },
      )
    bookMovement({ kind: 'out', quantity, repairId }, neededMs, userId, {
      repairId,
      recordKind: recordId ? 'pmRecord' : null,
      recordId,
      reason,
    })
    if (stock.quantity <= part.minimum && !stock.pendingOrder && dice.chance(0.8)) {
      stock.pendingOrder = {
        arrivesMs: Math.round(neededMs + dice.lognormal(16, 0.5) * DAY_MS),
        quantity: Math.max(1, part.orderUpTo - stock.quantity),
      }
    }
  }
  receiveOrder(era.now)
  return stock
}

function bookStockCount(
  dice: Dice,
  stock: PartStock,
  countedMs: number,
  storekeeperId: string,
  bookMovement: (movement: PartMovement, earliestMs: number, bookerId: string, fields: Partial<MovementRow>) => void,
  reason: string,
): void {
  const countedQuantity = Math.max(0, stock.quantity + dice.pick([-2, -1, -1, 1]))
  const difference = calculateCountDifference(stock.quantity, countedQuantity)
  if (difference !== 0) bookMovement({ kind: 'count', difference }, Math.round(countedMs), storekeeperId, { reason })
}

/** Generates demands for small jobs that have no repair. */
function generateSundryDemands(dice: Dice, era: DemoEra, staff: Staff, store: PartStore): PartDemand[] {
  const commonParts = store.parts.filter(({ price, family }) => price < 60 || family.kind === 'consumable')
  return era
    .listDays()
    .flatMap((day) =>
      Array.from({ length: dice.int(0, 2) }, (): PartDemand => {
        const part = dice.pick(commonParts)
        return {
          partId: part.id,
          quantity: isBulk(part.family) ? dice.int(1, 5) : dice.int(1, 2),
          neededMs: era.toMillis(day, dice.int(500, 1030)),
          userId: dice.pick([...staff.listByTrade('mechanic'), ...staff.listByTrade('electrician')]).id,
          repairId: null,
          recordId: null,
          reason: era.localize(dice.pick(texts.sundryReasons)),
        }
      }),
    )
    .filter(({ neededMs }) => neededMs < era.now)
}
