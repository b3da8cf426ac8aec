import { expect, it } from 'vitest'
import { buildColumns, type Cells } from '@/client/resource/build-columns'
import { materialFeedback } from '@/areas/deviations/contract/material-feedback'
import { electricBill } from '@/areas/energy/contract/electric-bill'
import { erpOrder } from '@/areas/orders/contract/erp-order'
import { testIndex } from '@/areas/standards/contract/test-index'
import en from '@/areas/deviations/locales/en.json'

/** Width of a bold letter in a state badge, and of its icon with padding, rem; the same as in the calculation. */
const [LETTER, AROUND] = [0.43, 4.2]
const labels = { language: 'en', field: () => '', option: () => '' } as never
const widthOf = (cells: Cells) =>
  buildColumns(materialFeedback, labels, {}, ['number', 'answerBy'], cells).find(({ id }) => id === 'answerBy')
    ?.width ?? 0

it('a date that an area draws with its outcome has room for both', () => {
  const chip = `2026-08-30 · ${en.pages.abnormities.overdue}`
  expect(widthOf({ answerBy: () => chip })).toBeGreaterThanOrEqual(AROUND + LETTER * chip.length)
  expect(widthOf({})).toBeLessThan(10)
})
it('amounts of millions with cents are not cut', () => {
  const total = buildColumns(electricBill, labels, {}, ['month', 'totalCny'], {}).find(({ id }) => id === 'totalCny')
  // Digits are wider than letters, and a cell has 0.75 rem on either side.
  expect(total?.width).toBeGreaterThanOrEqual('2,213,993.99 CNY'.length * 0.49 + 1.5)
})
it('the test method is not cut in a list at a desk', () => {
  const columns = buildColumns(
    testIndex,
    labels,
    {},
    ['code', 'name', 'method', 'unit', 'digits', 'signed', 'active'],
    {},
  )
  const method = columns.find(({ id }) => id === 'method')
  expect(method?.width).toBeGreaterThanOrEqual('ISO 9073-13 / GB/T 24218.13'.length * LETTER + 1.25)
  // 1440 px minus the navigation rail and the margins of a list.
  expect(columns.reduce((sum, { width }) => sum + (width ?? 8), 0)).toBeLessThanOrEqual(70)
})
it('the order number takes no room from the names of its customer and product', () => {
  const columns = buildColumns(erpOrder, labels, {}, ['externalNumber', 'customerName', 'productName'], {})
  const width = Object.fromEntries(columns.map((column) => [column.id, column.width ?? 8]))
  expect(width['externalNumber']).toBeLessThanOrEqual(12)
  expect(width['customerName']).toBeGreaterThanOrEqual(12)
  expect(width['productName']).toBeGreaterThanOrEqual(12)
})
