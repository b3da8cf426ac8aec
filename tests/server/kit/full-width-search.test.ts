import { afterAll, beforeAll, expect, test } from 'vitest'
import { sparePart, stockWarnings } from '@/areas/spareParts/contract/spare-part'
import { resourceOptions } from '@/contract/kit'
import type { TestPlant } from '../harness'
import { expectOk, createPart, createStaffedPlant, type Staff } from '../plant-staff'

// Chinese input methods type letters and digits in full width or half width.
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  await createPart(staff, 0, { code: 'FW-100', name: 'Ｏ形圈 ＮＢＲ－７０', minimum: 2 })
  await createPart(staff, 0, { code: 'FW-200', name: '轴承 6204', minimum: 2 })
})
afterAll(() => plant.close())

test.each([
  ['NBR-70', ['FW-100']],
  ['ｎｂｒ－７０', ['FW-100']],
  ['ＦＷ－２００', ['FW-200']],
  ['６２０４', ['FW-200']],
  ['o形圈', ['FW-100']],
  ['ＦＷ－', ['FW-100', 'FW-200']],
  ['100%', []],
])('%s finds %j in half and full width', async (keyword, codes) => {
  const lead = staff['maint-lead']
  const { list } = expectOk(await lead.call(sparePart.endpoints.list, { keyword }))
  expect(list.map(({ code }) => code)).toEqual(codes)
  const options = expectOk(await lead.call(resourceOptions, { of: 'sparePart', keyword }))
  expect(options.map(({ label }) => label.split(' ')[0])).toEqual(codes)
  const warned = expectOk(await lead.call(stockWarnings, { keyword }))
  expect(warned.map(({ code }) => code).sort()).toEqual(codes)
})
