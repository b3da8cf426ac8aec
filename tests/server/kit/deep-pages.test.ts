import { afterAll, beforeAll, expect, test } from 'vitest'
import { customer } from '@/areas/orders/contract/customer'
import { expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import type { TestPlant } from '../harness'

// A list of 2,603 rows by page numbers. Pages beyond the middle are read from the end.
const ROWS = 2603
const SIZE = 50
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  // Ten rows share one moment; they are sorted by id.
  await plant.query(
    `insert into customer (site_id, id, code, name, active, created_at, updated_at)
     select 1, gen_random_uuid(), 'K' || lpad(i::text, 5, '0'), 'Customer ' || i, i % 3 > 0, '2026-01-01'::timestamptz + (i / 10) * interval '1 minute', now()
     from generate_series(1, $1) i`,
    [ROWS],
  )
}, 120_000)
afterAll(() => plant.close())

const page = async (input: object) =>
  expectOk(await staff.admin.call(customer.endpoints.list, { size: SIZE, ...input }))
test.each([
  ['code', 'code, id', {}],
  ['-code', 'code desc, id desc', {}],
  ['createdAt', 'created_at, id', {}],
  ['-createdAt', 'created_at desc, id desc', {}],
  ['-createdAt', 'created_at desc, id desc', { active: true }],
  ['-contact', 'contact desc nulls last, id desc', {}],
])('by %s (%s, %j) every page has its rows and the page after the last is empty', async (sort, order, filter) => {
  const all = await plant.query<{ id: string }>(
    `select id from customer where site_id = 1 ${'active' in filter ? 'and active' : ''} order by ${order}`,
  )
  const last = Math.ceil(all.length / SIZE)
  for (const n of [1, 21, 22, Math.floor(last / 2), Math.ceil(last / 2) + 1, last - 1, last]) {
    const { list, total, next } = await page({ sort, page: n, ...filter })
    expect(
      list.map(({ id }) => id),
      `page ${n}`,
    ).toEqual(all.slice((n - 1) * SIZE, n * SIZE).map(({ id }) => id))
    expect([total, next === null], `page ${n}`).toEqual([all.length, n === last])
  }
  expect(await page({ sort, page: last + 1, ...filter })).toMatchObject({ total: all.length, list: [], next: null })
})
test('a deep page continues by key from its end', async () => {
  const far = await page({ sort: '-code', page: 40 })
  const after = await page({ sort: '-code', after: far.next })
  expect(after.list.map(({ id }) => id)).toEqual((await page({ sort: '-code', page: 41 })).list.map(({ id }) => id))
})
