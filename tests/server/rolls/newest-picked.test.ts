import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourceOptions } from '@/contract/kit'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { good } from '../people'
import { cut, hall, type Hall } from './slitter-plant'

let h: Hall
beforeAll(async () => {
  h = await hall()
}, 120_000)
afterAll(() => h.plant.close())

test('a roll is picked from the newest on, a product by its name', async () => {
  const runs = [await cut(h), await cut(h)]
  // The one that comes later by its number came off last.
  const [first, last] = runs.map(({ jumbo }) => jumbo).sort((a, b) => (a.number ?? '').localeCompare(b.number ?? ''))
  for (const [at, { id }] of [
    ['2026-11-01T00:00:00Z', first!],
    ['2026-11-02T00:00:00Z', last!],
  ] as const)
    await h.plant.query('update jumbo_roll set started_at = $1 where id = $2', [at, id])
  const admin = await h.plant.as('admin')
  const listed = good(await admin.call(resourceOptions, { of: 'jumboRoll', keyword: '' }))
  const places = [last!, first!].map(({ id }) => listed.findIndex((one) => one.id === id))
  expect(places[0]).toBeGreaterThanOrEqual(0)
  expect(places[0]).toBeLessThan(places[1]!)
  const products = good(await admin.call(resourceOptions, { of: 'product', keyword: '' })).map(({ label }) => label)
  expect(products).toEqual(products.toSorted((a, b) => (a < b ? -1 : 1)))
})

test('a lot is picked from the one received last on, and not by the year in its number', async () => {
  const lead = await h.plant.as('prod-lead')
  const materialId = good(await lead.call(material.endpoints.create, { code: 'PP-9', name: '聚丙烯', kind: 'main' })).id
  for (const [number, receivedOn] of [
    ['LOT-2024-9', '2024-12-30'],
    ['LOT-2026-1', '2026-11-18'],
    ['LOT-2025-5', '2025-06-01'],
  ] as const)
    good(await lead.call(materialLot.endpoints.create, { number, materialId, receivedOn, receivedKg: 1000 }))
  const listed = good(await lead.call(resourceOptions, { of: 'materialLot', keyword: 'LOT-202' }))
  expect(listed.map(({ label }) => label)).toEqual(['LOT-2026-1', 'LOT-2025-5', 'LOT-2024-9'])
})

test('a roll that is being wound has no number yet, and is not offered as an empty line', async () => {
  const { jumbo } = await cut(h)
  await h.plant.query(`update jumbo_roll set state = 'winding', number = null where id = $1`, [jumbo.id])
  const admin = await h.plant.as('admin')
  for (const keyword of ['', ' ']) {
    const listed = good(await admin.call(resourceOptions, { of: 'jumboRoll', keyword }))
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.filter(({ id, label }) => id === jumbo.id || label === '')).toEqual([])
  }
})
