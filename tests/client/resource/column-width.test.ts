import { expect, it } from 'vitest'
import { columnsOf, type Cells } from '@/client/resource/columns'
import { materialFeedback } from '@/areas/deviations/contract/material-feedback'
import { electricBill } from '@/areas/energy/contract/electric-bill'
import en from '@/areas/deviations/locales/en.json'

/** A letter of a state's small bold type, and its icon with padding, rem; as the width of a state is worked out. */
const [LETTER, AROUND] = [0.43, 4.2]
const labels = { language: 'en', field: () => '', option: () => '' } as never
const widthOf = (cells: Cells) =>
  columnsOf(materialFeedback, labels, {}, ['number', 'answerBy'], cells).find(({ id }) => id === 'answerBy')?.width ?? 0

it('a day that an area draws with what came of it has room for both', () => {
  const chip = `2026-08-30 · ${en.pages.abnormities.overdue}`
  expect(widthOf({ answerBy: () => chip })).toBeGreaterThanOrEqual(AROUND + LETTER * chip.length)
  expect(widthOf({})).toBeLessThan(10)
})
it('millions of money with cents are not cut', () => {
  const total = columnsOf(electricBill, labels, {}, ['month', 'totalCny'], {}).find(({ id }) => id === 'totalCny')
  // Digits are wider than letters, and a cell has 0.75 rem on either side.
  expect(total?.width).toBeGreaterThanOrEqual('2,213,993.99 CNY'.length * 0.49 + 1.5)
})
