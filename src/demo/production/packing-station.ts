/** Packing: good rolls of an order go on pallets, pallets to the store, and out. */
import { DAY_MS, HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import type { slitRoll } from '@/areas/slitting/contract/slitting'
import { buildAuditFields, type RowDraft } from '../draft'
import { roundDecimals } from '../random'
import type { ShopFloor, ProductionOrder } from './orders'
import type { PackageDraft } from './slitting'
import { toBilingualText } from '../bilingual-text'

type SlitRollDraft = RowDraft<typeof slitRoll>
interface Pallet {
  readonly row: PackageDraft
  /** When the last roll was added, ms since 1970. */
  lastRollMs: number
  readonly maxRolls: number
  /** State that the pallet gets when it is closed; `packed` while its order is still running. */
  readonly closedState: 'packed' | 'stored' | 'shipped'
}

const EMPTY_PALLET_KG = 18
/** Packs slit rolls on pallets in the course of the history. */
export class PackingStation {
  readonly rows: PackageDraft[] = []
  private readonly openPallets = new Map<string, Pallet>()
  private readonly palletCounts = new Map<string, number>()
  private readonly secondChoiceDice
  constructor(private readonly floor: ShopFloor) {
    this.secondChoiceDice = floor.dice.branch('seconds')
  }

  /** Adds a roll to the order's pallet and closes the pallet when it is full. */
  addFirstChoice(order: ProductionOrder, roll: SlitRollDraft, doffedMs: number): void {
    // Rolls of the last hours are still at the slitter.
    if (doffedMs > this.floor.era.now - 5 * HOUR_MS) return
    this.addToPallet(
      order.row.id,
      this.openPallets.get(order.row.id) ??
        this.startPallet(order, doffedMs, getPalletState(order, this.floor.era.now)),
      roll,
      doffedMs,
    )
  }
  /**
   * Adds a second-choice roll to a separate pallet: most are sold after some weeks, the others age in the store. Waste
   * rolls are recycled.
   */
  addSecondChoice(order: ProductionOrder, roll: SlitRollDraft, doffedMs: number): void {
    const { era } = this.floor
    const { now } = era
    if (doffedMs > now - 30 * HOUR_MS) return
    if (roll.grade === 'waste') {
      Object.assign(roll, {
        state: 'recycled',
        note: era.localize(toBilingualText('降为废品，回用', 'Downgraded to waste, recycled')),
        version: 2,
      })
      return
    }
    const key = `${order.row.id}/second`
    const isSold =
      order.row.state !== 'running' && order.endMs < now - 40 * DAY_MS && this.secondChoiceDice.chance(0.93)
    this.addToPallet(
      key,
      this.openPallets.get(key) ?? this.startPallet(order, doffedMs, isSold ? 'shipped' : 'stored', key),
      roll,
      doffedMs,
    )
  }
  private addToPallet(key: string, pallet: Pallet, roll: SlitRollDraft, doffedMs: number): void {
    const { row } = pallet
    row.rolls = (row.rolls ?? 0) + 1
    row.netKg = roundDecimals((row.netKg ?? 0) + (roll.kg ?? 0), 2)
    // Slitters work in parallel, so a set may arrive that was doffed before the last one.
    if (doffedMs > pallet.lastRollMs) {
      pallet.lastRollMs = doffedMs
      row.updatedAt = toMoment(doffedMs)
    }
    Object.assign(roll, { packageId: row.id, state: pallet.closedState, version: 2 })
    if (row.rolls >= pallet.maxRolls) this.closePallet(key, pallet)
  }
  private startPallet(
    order: ProductionOrder,
    startMs: number,
    closedState: Pallet['closedState'],
    key = order.row.id,
  ): Pallet {
    const { dice, era, staff } = this.floor
    const palletNumber = (this.palletCounts.get(order.row.id) ?? 0) + 1
    this.palletCounts.set(order.row.id, palletNumber)
    const { businessDate, shift, team } = era.getShift(startMs)
    const packerId = dice.pick(staff.listOnShift('slit', startMs)).id
    const pallet: Pallet = {
      lastRollMs: startMs,
      maxRolls: (order.lanes[0]?.width ?? 0) >= 800 ? 6 : 24,
      closedState,
      row: {
        id: dice.id(startMs),
        number: `PK-${order.row.number ?? ''}-${String(palletNumber).padStart(3, '0')}`,
        workOrderId: order.row.id,
        customerId: order.buyer.id,
        state: 'open',
        rolls: 0,
        netKg: 0,
        businessDate,
        shift,
        team,
        userId: packerId,
        ...buildAuditFields(startMs, packerId),
      },
    }
    this.rows.push(pallet.row)
    this.openPallets.set(key, pallet)
    return pallet
  }
  private closePallet(key: string, { row, closedState }: Pallet): void {
    Object.assign(row, {
      state: closedState,
      packedAt: row.updatedAt,
      grossKg: roundDecimals((row.netKg ?? 0) + EMPTY_PALLET_KG, 1),
      place: closedState === 'shipped' ? null : this.pickPlace(key.endsWith('second')),
      version: 2,
    })
    this.openPallets.delete(key)
  }
  private pickPlace(isSecondChoice: boolean): string {
    const { dice } = this.floor
    return isSecondChoice ? `D-${this.secondChoiceDice.int(1, 12)}` : `F${dice.int(1, 9)}-${dice.int(1, 40)}`
  }
  /** Closes the last pallets of finished orders, full or not. */
  closeRemaining(): void {
    for (const [key, pallet] of this.openPallets) if (pallet.closedState !== 'packed') this.closePallet(key, pallet)
  }
}
/** Returns the state of an order's pallets; an order is stored and shipped as a whole. */
const getPalletState = ({ row, endMs }: ProductionOrder, now: number): Pallet['closedState'] => {
  if (row.state === 'running' || endMs >= now - 2 * DAY_MS) return 'packed'
  return endMs < now - 20 * DAY_MS ? 'shipped' : 'stored'
}
