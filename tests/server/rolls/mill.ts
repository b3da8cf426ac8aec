/** A line with hoppers, lots and an order, for the tests of the count of lots. */
import { expect } from 'vitest'
import { hopper } from '@/areas/equipment/contract/hopper'
import { feedAddCommands } from '@/areas/feeding/contract/feed'
import { decideLot } from '@/areas/feeding/contract/feeding-endpoints'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { recycle } from '@/areas/feeding/contract/recycle'
import { lotBalance } from '@/areas/rolls/contract/lot-balance'
import { createUuid7 } from '@/contract/id'
import type { TestPlant } from '../harness'
import { at, good, rowOf, type Staff } from '../people'
import { doffed, running, type Roll } from './winder-plant'

let serial = 0
export type Mill = Awaited<ReturnType<typeof mill>>
/** A line with a resin hopper A and a masterbatch hopper B, an order that is dosed 98 % and 2 %, and released lots. */
export async function mill(plant: TestPlant, staff: Staff, more: { target?: boolean } = {}) {
  const run = await running(plant, staff)
  const n = String(++serial)
  const hopperOf = async (name: string) =>
    good(
      await staff['maint-lead'].call(hopper.endpoints.create, {
        code: `${run.at.code}-${name}`,
        name,
        lineId: run.at.id,
      }),
    )
  const [a, b] = [await hopperOf('A'), await hopperOf('B')]
  const made = async (kind: 'main' | 'sub', name: string) =>
    good(await staff.admin.call(material.endpoints.create, { code: `${name}-${n}`, name, kind })).id
  const [resin, white, blue] = [await made('main', 'PP'), await made('sub', 'WHITE'), await made('sub', 'BLUE')]
  if (more.target !== false) {
    const standard = createUuid7(Date.now())
    await plant.query(
      `insert into process_standard (site_id, id, code, revision, newest, state, variant, product_id, ratios, parameters, created_at, updated_at) values (1, $1, $2, 1, true, 'approved', 'mainLine', $3, $4, '[]', now(), now())`,
      [
        standard,
        `PS-${n}`,
        run.order.productId,
        JSON.stringify([
          { materialId: resin, targetPercent: 98 },
          { materialId: white, targetPercent: 2 },
        ]),
      ],
    )
    await plant.query('update work_order set process_standard_id = $2 where id = $1', [run.order.id, standard])
  }
  const lots = new Map<string, string>()
  const names = new Map<string, string>()
  async function lot(name: string): Promise<string> {
    const known = lots.get(name)
    if (known) return known
    const row = good(
      await staff.admin.call(materialLot.endpoints.create, {
        number: `${name}-${n}`,
        materialId: name.startsWith('R') ? resin : name.startsWith('W') ? white : blue,
        receivedOn: '2026-11-01',
        receivedKg: 50_000,
      }),
    )
    good(await staff.admin.call(decideLot, { id: row.id, state: 'released', reason: 'x' }))
    lots.set(name, row.id)
    names.set(row.id, name)
    return row.id
  }
  const where = { workOrderId: run.order.id, lineId: run.at.id }
  return {
    ...run,
    hoppers: { a: a.id, b: b.id },
    lot,
    /** Feeds a lot: `R…` resin into A, `W…` white and `B…` blue masterbatch into B. */
    async feed(name: string, time: string, kg: number) {
      const kind = name.startsWith('R') ? 'main' : 'sub'
      const call = feedAddCommands.find((one) => one.kind === kind)!.endpoint
      return good(
        await staff['operator-line'].call(call, {
          ...where,
          hopperId: kind === 'main' ? a.id : b.id,
          materialId: name.startsWith('R') ? resin : name.startsWith('W') ? white : blue,
          lotId: await lot(name),
          kg,
          occurredAt: at(time),
        }),
      )
    },
    /** 480 kg by its grammage: 470.4 of resin, 9.6 of masterbatch. */
    roll: (from: string, to: string, more: object = {}) =>
      doffed(staff, run, { startedAt: at(from), occurredAt: at(to), ...more }),
    async waste(time: string, kg: number) {
      return good(
        await staff['operator-line'].call(recycle.endpoints.create, {
          ...where,
          kind: 'startUp',
          destination: 'sold',
          kg,
          occurredAt: at(time),
        }),
      )
    },
    /** Kilograms by lot, as the row says now. */
    async lotsOf(roll: { id: string }, table = 'jumbo_roll'): Promise<Record<string, number>> {
      const row = await rowOf<{ lots: Roll['lots'] }>(plant, table, roll.id)
      return Object.fromEntries(row.lots.map(({ lotId, kg }) => [names.get(lotId!), kg]))
    },
    unknownOf: async (roll: { id: string }) =>
      (await rowOf<{ unknown_kg: number | null }>(plant, 'jumbo_roll', roll.id)).unknown_kg,
    balance: async (name: string) => {
      const [place, ...others] = good(await staff['prod-lead'].call(lotBalance, { id: lots.get(name)! }))
      expect(others).toEqual([])
      const { fedKg, rollsKg, lostKg, emptiedKg, insideKg } = place!
      expect(Math.round((rollsKg + lostKg + emptiedKg + insideKg) * 1000) / 1000, name).toBe(fedKg)
      return place!
    },
  }
}
