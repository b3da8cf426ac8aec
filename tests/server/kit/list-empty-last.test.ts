import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plantArea } from '@/plant/contract/line'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let office: Caller
const orders = [30, null, 10, null, 20, 20, null] as const
interface Page {
  list: { id: string; sortOrder: number | null }[]
  next: string | null
}
const page = async (query: Record<string, string>): Promise<Page> =>
  (await office.call(plantArea.endpoints.list, { size: 3, ...query })).data as unknown as Page
const byKey = async (sort: string): Promise<Page['list']> => {
  const all: Page['list'] = []
  for (let after: string | null = ''; after !== null;) {
    const { list, next }: Page = await page({ sort, ...(after ? { after } : {}) })
    all.push(...list)
    after = next
  }
  return all
}
const values = (list: Page['list']) => list.map(({ sortOrder }) => sortOrder)

beforeAll(async () => {
  plant = await createTestPlant()
  office = await plant.as('admin')
  for (const [n, sortOrder] of orders.entries())
    await office.call(plantArea.endpoints.create, { code: `E-${n}`, name: `Hall ${n}`, sortOrder })
})
afterAll(() => plant.close())

describe('a list sorted by an optional field', () => {
  it.each([
    ['sortOrder', [10, 20, 20, 30, null, null, null]],
    ['-sortOrder', [30, 20, 20, 10, null, null, null]],
  ])('ends with the empty values, each row once: by key, %s', async (sort, expected) => {
    const all = await byKey(sort)
    expect(values(all)).toEqual(expected)
    expect(new Set(all.map(({ id }) => id)).size).toBe(orders.length)
  })

  it('is equal by page number', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((n) => page({ sort: '-sortOrder', page: n })))
    expect(pages.flatMap(({ list }) => list)).toEqual(await byKey('-sortOrder'))
  })

  it('applies its filters to filled and empty values', async () => {
    const { list } = await page({ sort: '-sortOrder', keyword: 'Hall 1', size: '10' })
    expect(values(list)).toEqual([null])
  })
})
