/** A line with hoppers, lots and an order, for the tests of the lot calculation. */
import { expect } from 'vitest'
import { hopper } from '@/areas/equipment/contract/hopper'
import { feedAddCommands } from '@/areas/feeding/contract/feed'
import { decideLot } from '@/areas/feeding/contract/feeding-endpoints'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { recycle } from '@/areas/feeding/contract/recycle'
import { lotBalance } from '@/areas/tracing/contract/trace'
import { createUuid7 } from '@/contract/id'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, fetchRow, type Staff } from '../plant-staff'
import { doffJumboRoll, startRunningOrder, type Roll } from './winder-plant'

let serial = 0
export type Mill = Awaited<ReturnType<typeof createMill>>
/** Creates a line with resin hopper A and masterbatch hopper B, an order dosed 98 % and 2 %, and released lots. */
export async function createMill(plant: TestPlant, staff: Staff, options: { hasTarget?: boolean } = {}) {
  const run = await startRunningOrder(plant, staff)
  const n = String(++serial)
  const createHopper = async (name: string) =>
    expectOk(
      await staff['maint-lead'].call(hopper.endpoints.create, {
        code: `${run.line.code}-${name}`,
        name,
        lineId: run.line.id,
      }),
    )
  const [hopperA, hopperB] = [await createHopper('A'), await createHopper('B')]
  const createMaterial = async (kind: 'main' | 'sub', name: string) =>
    expectOk(await staff.admin.call(material.endpoints.create, { code: `${name}-${n}`, name, kind })).id
  const [resin, white, blue] = [
    await createMaterial('main', 'PP'),
    await createMaterial('sub', 'WHITE'),
    await createMaterial('sub', 'BLUE'),
  ]
  if (options.hasTarget !== false) {
    const standardId = createUuid7(Date.now())
    await plant.query(
      `insert into process_standard (site_id, id, code, revision, newest, state, variant, product_id, ratios, parameters, created_at, updated_at) values (1, $1, $2, 1, true, 'approved', 'mainLine', $3, $4, '[]', now(), now())`,
      [
        standardId,
        `PS-${n}`,
        run.order.productId,
        JSON.stringify([
          { materialId: resin, targetPercent: 98 },
          { materialId: white, targetPercent: 2 },
        ]),
      ],
    )
    await plant.query('update work_order set process_standard_id = $2 where id = $1', [run.order.id, standardId])
  }
  const lots = new Map<string, string>()
  const lotNames = new Map<string, string>()
  async function findOrCreateLot(name: string): Promise<string> {
    const knownLot = lots.get(name)
    if (knownLot) return knownLot
    const row = expectOk(
      await staff.admin.call(materialLot.endpoints.create, {
        number: `${name}-${n}`,
        materialId: name.startsWith('R') ? resin : name.startsWith('W') ? white : blue,
        receivedOn: '2026-11-01',
        receivedKg: 50_000,
      }),
    )
    expectOk(await staff.admin.call(decideLot, { id: row.id, state: 'released', reason: 'x' }))
    lots.set(name, row.id)
    lotNames.set(row.id, name)
    return row.id
  }
  const orderOnLine = { workOrderId: run.order.id, lineId: run.line.id }
  return {
    ...run,
    hoppers: { a: hopperA.id, b: hopperB.id },
    findOrCreateLot,
    /** Feeds a lot: `R…` resin into A, `W…` white and `B…` blue masterbatch into B. */
    async feed(name: string, time: string, kg: number) {
      const kind = name.startsWith('R') ? 'main' : 'sub'
      const call = feedAddCommands.find((command) => command.kind === kind)!.endpoint
      return expectOk(
        await staff['operator-line'].call(call, {
          ...orderOnLine,
          hopperId: kind === 'main' ? hopperA.id : hopperB.id,
          materialId: name.startsWith('R') ? resin : name.startsWith('W') ? white : blue,
          lotId: await findOrCreateLot(name),
          kg,
          occurredAt: plantTime(time),
        }),
      )
    },
    /** Doffs a roll of 480 kg by basis weight: 470.4 kg resin, 9.6 kg masterbatch. */
    doffRoll: (startTime: string, endTime: string, overrides: object = {}) =>
      doffJumboRoll(staff, run, { startedAt: plantTime(startTime), occurredAt: plantTime(endTime), ...overrides }),
    async recordWaste(time: string, kg: number) {
      return expectOk(
        await staff['operator-line'].call(recycle.endpoints.create, {
          ...orderOnLine,
          kind: 'startUp',
          destination: 'sold',
          kg,
          occurredAt: plantTime(time),
        }),
      )
    },
    /** Returns the kilograms by lot name stored in the row. */
    async loadLots(roll: { id: string }, table = 'jumbo_roll'): Promise<Record<string, number>> {
      const row = await fetchRow<{ lots: Roll['lots'] }>(plant, table, roll.id)
      return Object.fromEntries(row.lots.map(({ lotId, kg }) => [lotNames.get(lotId!), kg]))
    },
    loadUnknownKg: async (roll: { id: string }) =>
      (await fetchRow<{ unknown_kg: number | null }>(plant, 'jumbo_roll', roll.id)).unknown_kg,
    loadBalance: async (name: string) => {
      const [orderBalance, ...otherBalances] = expectOk(
        await staff['prod-lead'].call(lotBalance, { id: lots.get(name)! }),
      )
      expect(otherBalances).toEqual([])
      const { fedKg, rollsKg, lostKg, emptiedKg, insideKg } = orderBalance!
      expect(Math.round((rollsKg + lostKg + emptiedKg + insideKg) * 1000) / 1000, name).toBe(fedKg)
      return orderBalance!
    },
  }
}
