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
  header: '重量',
  unit: 'kg',
  getValue: (row) => row.kg,
})
const renderKg = (kg: number | null) => render(<>{column.renderCell({ kg, unit: '' })}</>).container.textContent

it.each(['zh', 'en'] as const)(
  'a table in %s writes whole numbers in full, thousands and the unit',
  async (language) => {
    await setLanguage(language)
    expect(column.header, 'the unit stands once, with the figure').toBe('重量')
    expect(renderKg(12_345.678), 'five significant digits').toBe('12,346\u00a0kg')
    expect(renderKg(12.345)).toBe('12.345\u00a0kg')
    expect(renderKg(1204.56)).toBe('1,204.6\u00a0kg')
    expect(renderKg(1_234_567)).toBe('1,234,567\u00a0kg')
    expect(renderKg(null)).toBe('–')
  },
)
it("shows each row's own unit where they differ", () => {
  const own = buildMetricColumn<{ unit: string }>({
    id: 'n',
    header: '库存',
    unit: (row) => row.unit,
    getValue: () => 20_000,
  })
  expect(own.header).toBe('库存')
  expect(render(<>{own.renderCell({ unit: 'm' })}</>).container.textContent).toBe('20,000\u00a0m')
})
it('writes the figures of one column with as many decimals each', () => {
  const rows = [308_203.743, 301_869, 3639.4].map((kg) => ({ kg }))
  const weightColumn = buildMetricColumn<{ kg: number }>({
    id: 'kg',
    header: '主料',
    unit: 'kg',
    rows,
    getValue: (row) => row.kg,
  })
  const whole = buildMetricColumn<{ kg: number }>({
    id: 'n',
    header: '班次',
    unit: '',
    rows: [{ kg: 4 }],
    getValue: (row) => row.kg,
  })
  const share = buildMetricColumn<{ kg: number }>({
    id: 's',
    header: '比例',
    unit: '%',
    decimals: 1,
    getValue: (row) => row.kg,
  })
  const written = (of: typeof weightColumn, kg: number) => render(<>{of.renderCell({ kg })}</>).container.textContent
  expect(rows.map(({ kg }) => written(weightColumn, kg))).toEqual(
    ['308,204', '301,869', '3,639'].map((n) => `${n}\u00a0kg`),
  )
  expect(written(whole, 4)).toBe('4')
  expect(written(share, 50)).toBe('50.0%')
})
