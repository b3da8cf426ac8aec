import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import type { TestPlant } from '../harness'
import { createProduct } from './orders-plant'

let plant: TestPlant
let staff: Staff
let code: string
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  code = (await createProduct({ plant, staff })).code
}, 120_000)
afterAll(() => plant.close())

const sheet = (rows: readonly string[]) => Buffer.from(`工单号,批号,产品,订购重量,交货日期\n${rows.join('\n')}\n`)
type Told = { created: number; updated: number; warned: number; warnings: { row: number; message: string }[] }
const send = async (path: string, file: Buffer, more: Record<string, string> = {}) =>
  expectOk(await staff['prod-lead'].upload(path, file, more, 'orders.csv')) as Told

test('a past due date is reported by row before the import and accepted', async () => {
  const rows = [`W-1,B1,${code},500,2026-11-20`, `W-2,B2,${code},500,2025-11-25`, `W-3,B3,${code},500,`]
  const trial = await send('/plant/work_order_import', sheet(rows), { dryRun: 'true' })
  expect(trial).toMatchObject({
    created: 3,
    warned: 1,
    warnings: [{ row: 3, message: '交货日期 2025-11-25 已过，请核对' }],
  })
  expect(await send('/plant/work_order_import', sheet(rows))).toMatchObject({
    created: 3,
    warned: 1,
    warnings: [{ row: 3, message: '交货日期 2025-11-25 已过，请核对' }],
  })
  // An order that was already late is not reported; one that the import makes late is.
  const [lateFile, knownFile] = [sheet([`W-3,B3,${code},500,2025-01-01`]), sheet([`W-2,B2,${code},700,2025-11-25`])]
  expect(await send('/plant/work_order_import', knownFile, { dryRun: 'true' })).toMatchObject({ updated: 1, warned: 0 })
  expect(await send('/plant/work_order_import', lateFile, { dryRun: 'true' })).toMatchObject({ updated: 1, warned: 1 })
})
test('a past due date of an ERP line is reported and accepted', async () => {
  const file = Buffer.from(
    `ERP 单号,产品编码,订购重量,交货日期\nE-1,${code},500,2026-11-19\nE-2,${code},500,2026-11-20\n`,
  )
  expect(await send('/equ/erp_mes_import', file, { dryRun: 'true' })).toMatchObject({
    created: 2,
    warned: 1,
    warnings: [{ row: 2 }],
  })
})

test('a due date years ahead is reported', async () => {
  // 61203 is the serial day 2067-07-25, as which a mistyped number reads.
  const rows = [`W-8,B8,${code},500,2028-11-01`, `W-9,B9,${code},500,2067-07-25`]
  expect(await send('/plant/work_order_import', sheet(rows), { dryRun: 'true' })).toMatchObject({
    created: 2,
    warnings: [{ row: 3, message: '交货日期 2067-07-25 在两年以后，请核对' }],
  })
})
