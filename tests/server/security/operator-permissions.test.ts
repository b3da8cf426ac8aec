import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { customer } from '@/areas/orders/contract/customer'
import { stopReason } from '@/plant/contract/line-stop'
import { expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import type { TestPlant } from '../harness'

// Operators read what their work needs, but not master data, customers’ phones or costs.
const PHONE = '13900001234'
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  const of = { code: 'C-1', name: '华东卫材', contact: '王工', phone: PHONE }
  expectOk(await staff['prod-lead'].call(customer.endpoints.create, of))
})
afterAll(() => plant.close())

describe('an operator at the line', () => {
  test('feeds existing materials and neither adds nor changes any', async () => {
    const resin = { code: 'PP-1', name: '聚丙烯', kind: 'main' } as const
    expect((await staff['operator-line'].call(material.endpoints.create, resin)).errno).toBe('401')
    expect((await staff['operator-line'].raw('GET', '/mater/material_template')).errno).toBe('401')
    const { id, version } = expectOk(await staff['prod-lead'].call(material.endpoints.create, resin))
    expect((await staff['operator-line'].call(material.endpoints.update, { id, version, minimumKg: 1 })).errno).toBe(
      '401',
    )
    // Deliveries are entered at receipt.
    const lot = { number: 'LOT-1', materialId: id, receivedOn: '2026-11-20', receivedKg: 25 }
    expectOk(await staff['operator-line'].call(materialLot.endpoints.create, lot))
  })
  test('chooses a stop reason and creates none', async () => {
    const reason = { code: 'mine', name: '我的原因', class: 'planned' } as const
    expect((await staff['operator-line'].call(stopReason.endpoints.create, reason)).errno).toBe('401')
    expectOk(await staff['operator-line'].call(stopReason.endpoints.list, {}))
    const { id, version } = expectOk(await staff['prod-lead'].call(stopReason.endpoints.create, reason))
    const off = { id, version, active: false }
    expect((await staff['operator-line'].call(stopReason.endpoints.update, off)).errno).toBe('401')
    expect((await staff['operator-line'].call(stopReason.endpoints.remove, { id })).errno).toBe('401')
  })
})

test('sees a customer’s phone only with the customers’ page', async () => {
  const phones = async (who: keyof Staff) =>
    expectOk(await staff[who].call(customer.endpoints.list, {})).list.map(({ name, phone }) => [name, phone])
  expect(await phones('prod-lead')).toEqual([['华东卫材', PHONE]])
  expect(await phones('manager')).toEqual([['华东卫材', PHONE]])
  for (const who of ['operator-line', 'quality'] as const) expect(await phones(who)).toEqual([['华东卫材', null]])
})
