/** Good rolls of an order go on pallets, pallets to the store, and out. */
import { DAY, HOUR, toMoment } from '@/plant/rules/plant-time'
import type { slitRoll } from '@/areas/rolls/contract/slitting'
import { stamps, type Draft } from '../draft'
import { rounded } from '../random'
import type { Floor, Order } from './orders'
import type { PackageRow } from './slitting'

type Roll = Draft<typeof slitRoll>
interface Pallet {
  readonly row: PackageRow
  /** When the last roll came on it, milliseconds since 1970. */
  changed: number
  readonly room: number
  readonly state: 'packed' | 'stored' | 'shipped'
}

export class Packing {
  readonly rows: PackageRow[] = []
  private readonly open = new Map<string, Pallet>()
  private readonly counts = new Map<string, number>()
  constructor(private readonly floor: Floor) {}

  /** Puts a roll on the order's pallet, which is packed when it is full. An order goes to the store and out as a whole. */
  add(order: Order, roll: Roll, at: number): void {
    // The last hours' rolls still lie at the slitter.
    if (at > this.floor.era.now - 5 * HOUR) return
    const pallet = this.open.get(order.row.id) ?? this.begin(order, at)
    const { row } = pallet
    row.rolls = (row.rolls ?? 0) + 1
    row.netKg = rounded((row.netKg ?? 0) + (roll.kg ?? 0), 2)
    // Slitters work side by side, so a set may come in that was doffed before the last.
    if (at > pallet.changed) {
      pallet.changed = at
      row.updatedAt = toMoment(at)
    }
    Object.assign(roll, { packageId: row.id, state: pallet.state, version: 2 })
    if (row.rolls >= pallet.room) this.close(order.row.id, pallet)
  }
  private begin(order: Order, at: number): Pallet {
    const { dice, era, staff } = this.floor
    const n = (this.counts.get(order.row.id) ?? 0) + 1
    this.counts.set(order.row.id, n)
    const { businessDate, shift, team } = era.shiftAt(at)
    const by = dice.pick(staff.onShift('slit', at)).id
    const done = order.row.state !== 'running'
    const pallet: Pallet = {
      changed: at,
      room: (order.lanes[0]?.width ?? 0) >= 800 ? 6 : 24,
      state:
        done && order.endsAt < era.now - 20 * DAY
          ? 'shipped'
          : done && order.endsAt < era.now - 2 * DAY
            ? 'stored'
            : 'packed',
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
    this.open.set(order.row.id, pallet)
    return pallet
  }
  private close(orderId: string, { row, state }: Pallet): void {
    Object.assign(row, {
      state,
      packedAt: row.updatedAt,
      grossKg: rounded((row.netKg ?? 0) + 18, 1),
      place: state === 'shipped' ? null : `F${this.floor.dice.int(1, 9)}-${this.floor.dice.int(1, 40)}`,
      version: 2,
    })
    this.open.delete(orderId)
  }
  /** Of orders that have left the slitter the last pallet goes as full as it is. */
  closeRest(): void {
    for (const [orderId, pallet] of this.open) if (pallet.state !== 'packed') this.close(orderId, pallet)
  }
}
