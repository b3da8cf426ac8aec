import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceOptions } from '@/contract/kit'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { expectOk } from '../plant-staff'
import { startCuttingRun, createSlitterPlant, type SlitterPlant } from './slitter-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

test('rolls are offered newest first, products by name', async () => {
  const runs = [await startCuttingRun(h), await startCuttingRun(h)]
  // The higher number was doffed last.
  const [first, last] = runs.map(({ jumbo }) => jumbo).sort((a, b) => (a.number ?? '').localeCompare(b.number ?? ''))
  for (const [at, { id }] of [
    ['2026-11-01T00:00:00Z', first!],
    ['2026-11-02T00:00:00Z', last!],
  ] as const)
    await h.plant.query('update jumbo_roll set started_at = $1 where id = $2', [at, id])
  const admin = await h.plant.as('admin')
  const listed = expectOk(await admin.call(resourceOptions, { of: 'jumboRoll', keyword: '' }))
  const places = [last!, first!].map(({ id }) => listed.findIndex((one) => one.id === id))
  expect(places[0]).toBeGreaterThanOrEqual(0)
  expect(places[0]).toBeLessThan(places[1]!)
  const products = expectOk(await admin.call(resourceOptions, { of: 'product', keyword: '' })).map(({ label }) => label)
  expect(products).toEqual(products.toSorted((a, b) => (a < b ? -1 : 1)))
})

test('lots are offered by receipt, newest first, not by the year in their number', async () => {
  const lead = await h.plant.as('prod-lead')
  const materialId = expectOk(
    await lead.call(material.endpoints.create, { code: 'PP-9', name: '聚丙烯', kind: 'main' }),
  ).id
  for (const [number, receivedOn] of [
    ['LOT-2024-9', '2024-12-30'],
    ['LOT-2026-1', '2026-11-18'],
    ['LOT-2025-5', '2025-06-01'],
  ] as const)
    expectOk(await lead.call(materialLot.endpoints.create, { number, materialId, receivedOn, receivedKg: 1000 }))
  const listed = expectOk(await lead.call(resourceOptions, { of: 'materialLot', keyword: 'LOT-202' }))
  expect(listed.map(({ label }) => label)).toEqual(['LOT-2026-1', 'LOT-2025-5', 'LOT-2024-9'])
})

test('a roll on the winder has no number and is not offered as an empty option', async () => {
  const { jumbo } = await startCuttingRun(h)
  await h.plant.query(`update jumbo_roll set state = 'winding', number = null where id = $1`, [jumbo.id])
  const admin = await h.plant.as('admin')
  for (const keyword of ['', ' ']) {
    const listed = expectOk(await admin.call(resourceOptions, { of: 'jumboRoll', keyword }))
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.filter(({ id, label }) => id === jumbo.id || label === '')).toEqual([])
  }
})
