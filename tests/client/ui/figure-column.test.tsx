// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setLanguage } from '@/client/i18n/start-texts'
import { buildMetricColumn } from '@/client/ui/table/metric-column'
import { loadTexts } from '../texts'

beforeEach(() => loadTexts())
afterEach(cleanup)
const column = buildMetricColumn<{ kg: number | null; unit: string }>({
  id: 'kg',
  word: '重量',
  unit: 'kg',
  value: (row) => row.kg,
})
const shown = (kg: number | null) => render(<>{column.cell({ kg, unit: '' })}</>).container.textContent

it.each(['zh', 'en'] as const)('a table in %s writes all digits, thousands and the unit', async (language) => {
  await setLanguage(language)
  expect(column.header, 'the unit stands once, with the figure').toBe('重量')
  expect(shown(12_345.678)).toBe('12,345.678\u00a0kg')
  expect(shown(1_234_567)).toBe('1,234,567\u00a0kg')
  expect(shown(null)).toBe('–')
})
it("shows each row's own unit where they differ", () => {
  const own = buildMetricColumn<{ unit: string }>({
    id: 'n',
    word: '库存',
    unit: (row) => row.unit,
    value: () => 20_000,
  })
  expect(own.header).toBe('库存')
  expect(render(<>{own.cell({ unit: 'm' })}</>).container.textContent).toBe('20,000\u00a0m')
})
it('writes the figures of one column with as many decimals each', () => {
  const rows = [308_203.743, 301_869, 3639.4].map((kg) => ({ kg }))
  const own = buildMetricColumn<{ kg: number }>({ id: 'kg', word: '主料', unit: 'kg', rows, value: (row) => row.kg })
  const whole = buildMetricColumn<{ kg: number }>({
    id: 'n',
    word: '班次',
    unit: '',
    rows: [{ kg: 4 }],
    value: (row) => row.kg,
  })
  const share = buildMetricColumn<{ kg: number }>({
    id: 's',
    word: '比例',
    unit: '%',
    decimals: 1,
    value: (row) => row.kg,
  })
  const written = (of: typeof own, kg: number) => render(<>{of.cell({ kg })}</>).container.textContent
  expect(rows.map(({ kg }) => written(own, kg))).toEqual(
    ['308,203.743', '301,869.000', '3,639.400'].map((n) => `${n}\u00a0kg`),
  )
  expect(written(whole, 4)).toBe('4')
  expect(written(share, 50)).toBe('50.0%')
})
