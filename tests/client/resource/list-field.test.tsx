// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FieldView } from '@/client/fields/registry'
import { amount, choice, list, reference, text, type Field } from '@/contract/field'
import { startFakeServer, ok } from '../fake-server'
import { loadTexts } from '../texts'

const parts = list({ partId: reference('sparePart'), partName: text(), quantity: amount({ unit: '' }) })
const items = list({ item: text({ required: true }), result: choice(['ok', 'notOk'], { required: true }) })
const wastes = list({ kind: choice(['edgeTrim', 'purge'], { required: true }), kg: amount({ unit: 'kg' }) })
const readings = list({ value: amount({ unit: 'mm', digits: 1 }) })
const refs = { p1: 'BR-6204 轴承', p2: 'FL-01 滤网' }
const renderField = (field: Field, value: unknown, names: Readonly<Record<string, string>> = refs) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <FieldView field={field} name="parts" place={{ area: 'plant', owner: 'roll' }} value={value} refs={names} />
    </QueryClientProvider>,
  ).container
beforeEach(() =>
  loadTexts({
    plant: {
      roll: { sub: { parts: {} }, subOptions: { parts: { kind: { edgeTrim: '边料', purge: '排料' } } } },
    },
  }),
)
afterEach(cleanup)

it('a cell shows the parts of its lines, stored and typed ones, and requests no known name', () => {
  const { sent } = startFakeServer({ 'GET /options': ok([]) })
  const cell = renderField(parts, [
    { partId: 'p1', partName: null, quantity: 2 },
    { partId: null, partName: '现做垫片', quantity: 1 },
  ])
  expect(cell.textContent).toBe('BR-6204 轴承、现做垫片')
  expect(sent).toEqual([])
})
it('a cell shows the first points; its tooltip shows all', () => {
  const cell = renderField(
    items,
    ['油位', '温度', '异响', '螺栓', '护罩'].map((item) => ({ item, result: 'ok' })),
  )
  expect(cell.textContent).toBe('油位、温度、异响 等 5 项')
  expect(cell.querySelector('[title]')?.getAttribute('title')).toBe('油位、温度、异响、螺栓、护罩')
})
it('lines without a name show their choice or their number', () => {
  expect(renderField(wastes, [{ kind: 'purge', kg: 12 }]).textContent).toBe('排料')
  expect(renderField(readings, [{ value: 1.5 }, { value: 2 }]).textContent).toBe('1.5 mm、2 mm')
  expect(renderField(readings, []).textContent).toBe('–')
})
