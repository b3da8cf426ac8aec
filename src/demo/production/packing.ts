/** Packing: good rolls of an order go on pallets, pallets to the store, and out. */
import { DAY_MS, HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import type { slitRoll } from '@/areas/rolls/contract/slitting'
import { stamps, type Draft } from '../draft'
import { rounded } from '../random'
import type { Floor, Order } from './orders'
import type { PackageRow } from './slitting'
import { both } from '../said'

type Roll = Draft<typeof slitRoll>
interface Pallet {
  readonly row: PackageRow
  /** When the last roll was added, ms since 1970. */
  changed: number
  readonly room: number
  readonly state: 'packed' | 'stored' | 'shipped'
}

/** Packs slit rolls on pallets in the course of the history. */
export class Packing {
  readonly rows: PackageRow[] = []
  private readonly open = new Map<string, Pallet>()
  private readonly counts = new Map<string, number>()
  private readonly seconds
  constructor(private readonly floor: Floor) {
    this.seconds = floor.dice.branch('seconds')
  }

  /** Adds a roll to the order's pallet and closes the pallet when it is full. */
  add(order: Order, roll: Roll, at: number): void {
    // Rolls of the last hours are still at the slitter.
    if (at > this.floor.era.now - 5 * HOUR_MS) return
    this.put(
      order.row.id,
      this.open.get(order.row.id) ?? this.begin(order, at, stateOf(order, this.floor.era.now)),
      roll,
      at,
    )
  }
  /**
   * Adds a second-choice roll to a separate pallet: most are sold after some weeks, the others age in the store. Waste
   * rolls are recycled.
   */
  addSecond(order: Order, roll: Roll, at: number): void {
    const { era } = this.floor
    const { now } = era
    if (at > now - 30 * HOUR_MS) return
    if (roll.grade === 'waste') {
      Object.assign(roll, {
        state: 'recycled',
        note: era.say(both('降为废品，回用', 'Downgraded to waste, recycled')),
        version: 2,
      })
      return
    }
    const key = `${order.row.id}/second`
    const sold = order.row.state !== 'running' && order.endsAt < now - 40 * DAY_MS && this.seconds.chance(0.93)
    this.put(key, this.open.get(key) ?? this.begin(order, at, sold ? 'shipped' : 'stored', key), roll, at)
  }
  private put(key: string, pallet: Pallet, roll: Roll, at: number): void {
    const { row } = pallet
    row.rolls = (row.rolls ?? 0) + 1
    row.netKg = rounded((row.netKg ?? 0) + (roll.kg ?? 0), 2)
    // Slitters work in parallel, so a set may arrive that was doffed before the last one.
    if (at > pallet.changed) {
      pallet.changed = at
      row.updatedAt = toMoment(at)
    }
    Object.assign(roll, { packageId: row.id, state: pallet.state, version: 2 })
    if (row.rolls >= pallet.room) this.close(key, pallet)
  }
  private begin(order: Order, at: number, state: Pallet['state'], key = order.row.id): Pallet {
    const { dice, era, staff } = this.floor
    const n = (this.counts.get(order.row.id) ?? 0) + 1
    this.counts.set(order.row.id, n)
    const { businessDate, shift, team } = era.shiftAt(at)
    const by = dice.pick(staff.onShift('slit', at)).id
    const pallet: Pallet = {
      changed: at,
      room: (order.lanes[0]?.width ?? 0) >= 800 ? 6 : 24,
      state,
      row: {
        id: dice.id(at),
        number: `PK-${order.row.number ?? ''}-${String(n).padStart(3, '0')}`,
        workOrderId: order.row.id,
        customerId: order.buyer.id,
        state: 'open',
        rolls: 0,
        netKg: 0,
        businessDate,
        shift,
        team,
        userId: by,
        ...stamps(at, by),
      },
    }
    this.rows.push(pallet.row)
    this.open.set(key, pallet)
    return pallet
  }
  private close(key: string, { row, state }: Pallet): void {
    Object.assign(row, {
      state,
      packedAt: row.updatedAt,
      grossKg: rounded((row.netKg ?? 0) + 18, 1),
      place:
        state === 'shipped'
          ? null
          : key.endsWith('second')
            ? `D-${this.seconds.int(1, 12)}`
            : `F${this.floor.dice.int(1, 9)}-${this.floor.dice.int(1, 40)}`,
      version: 2,
    })
    this.open.delete(key)
  }
  /** Closes the last pallets of finished orders, full or not. */
  closeRest(): void {
    for (const [key, pallet] of this.open) if (pallet.state !== 'packed') this.close(key, pallet)
  }
}
/** Returns the state of an order's pallets; an order is stored and shipped as a whole. */
const stateOf = ({ row, endsAt }: Order, now: number): Pallet['state'] => {
  if (row.state === 'running' || endsAt >= now - 2 * DAY_MS) return 'packed'
  return endsAt < now - 20 * DAY_MS ? 'shipped' : 'stored'
}
