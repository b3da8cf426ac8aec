import { afterAll, beforeAll, expect, test } from 'vitest'
import { sparePart, stockWarnings } from '@/areas/maintenance/contract/spare-part'
import { resourceOptions } from '@/contract/kit'
import type { TestPlant } from '../harness'
import { good, newPart, staffed, type Staff } from '../people'

// An input method for Chinese types letters and digits in full width as easily as in half.
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
  await newPart(staff, 0, { code: 'FW-100', name: 'Ｏ形圈 ＮＢＲ－７０', minimum: 2 })
  await newPart(staff, 0, { code: 'FW-200', name: '轴承 6204', minimum: 2 })
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
])('%s finds %j, whichever width it and the rows have', async (keyword, codes) => {
  const lead = staff['maint-lead']
  const { list } = good(await lead.call(sparePart.endpoints.list, { keyword }))
  expect(list.map(({ code }) => code)).toEqual(codes)
  const options = good(await lead.call(resourceOptions, { of: 'sparePart', keyword }))
  expect(options.map(({ label }) => label.split(' ')[0])).toEqual(codes)
  const warned = good(await lead.call(stockWarnings, { keyword }))
  expect(warned.map(({ code }) => code).sort()).toEqual(codes)
})
