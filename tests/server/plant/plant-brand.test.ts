import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { plantBrand, setPlantBrand } from '@/plant/contract/plant-brand'
import { createTestPlant, type TestPlant } from '../harness'
import { expectOk } from '../plant-staff'

let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant()
}, 120_000)
afterAll(() => plant.close())
const readShown = async () =>
  (await plant.http.inject({ method: 'GET', url: '/api/plant/brand' })).json<{ data: unknown }>()

test('anybody reads name and logo, and nothing else', async () => {
  expect((await readShown()).data).toEqual({ name: null, nameEn: null, logo: null })
  const admin = await plant.as('admin')
  expectOk(await admin.call(setPlantBrand, { name: '示范无纺布', nameEn: 'Demo Nonwovens' }))
  expect((await readShown()).data).toEqual({ name: '示范无纺布', nameEn: 'Demo Nonwovens', logo: null })
  const rows = await plant.http.inject({ method: 'GET', url: '/api/plant/brand_rows' })
  expect(rows.json<{ errno: string }>().errno).not.toBe('200')
})
test('there is one row, and an outdated version is refused', async () => {
  const admin = await plant.as('admin')
  const { list } = expectOk(await admin.call(plantBrand.endpoints.list, {}))
  expect(list).toHaveLength(1)
  const { version } = list[0]!
  expectOk(await admin.call(setPlantBrand, { name: '甲', version }))
  expect((await admin.call(setPlantBrand, { name: '乙', version })).errno).not.toBe('200')
  expect((await readShown()).data).toMatchObject({ name: '甲', nameEn: null })
})
test('a logo that was never uploaded is refused', async () => {
  const admin = await plant.as('admin')
  const answer = await admin.call(setPlantBrand, { name: '甲', logo: [createUuid7()] })
  expect(answer.errno).not.toBe('200')
  expect((await readShown()).data).toMatchObject({ logo: null })
})
