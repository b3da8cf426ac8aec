// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CostDifferenceTable, type ComparedOrderRow } from '@/areas/cost/client/CostDifferenceTable'
import words from '@/areas/cost/locales/en.json'
import { loadTexts } from '../../texts'

beforeEach(() => loadTexts({ cost: words }))
afterEach(cleanup)

const row = (more: object) =>
  ({
    id: 'c1',
    workOrderId: 'o1',
    number: 'WO-1',
    product: 'S15',
    line: 'SB1',
    customer: null,
    whole: true,
    missing: [],
    perKg: 10.38,
    standardPerKg: 10,
    goodKg: 0,
    madeKg: 8120,
    state: 'running',
    frozen: false,
    ...more,
  }) as unknown as ComparedOrderRow

it('names the kilograms that its cost per kilogram is of, though no roll was slit yet', () => {
  render(<CostDifferenceTable label="week" rows={[row({})]} onOpen={() => undefined} />)
  const order = screen.getByRole('row', { name: /WO-1/ }).textContent
  expect(order).toMatch(/10\.38/)
  expect(order).toMatch(/Equivalent good output 8,120/)
  expect(order).not.toContain('Good output 0')
})
it('says in words how far the cost is from the standard, and flags an incomplete cost', () => {
  const incomplete = row({ id: 'c2', number: 'WO-2', perKg: 9.5, whole: false, missing: [{}, {}] })
  render(<CostDifferenceTable label="week" rows={[row({}), incomplete]} onOpen={() => undefined} />)
  expect(within(screen.getByRole('row', { name: /WO-1/ })).getByText('3.8% above standard')).toBeTruthy()
  const flagged = within(screen.getByRole('row', { name: /WO-2/ }))
  expect(flagged.getByText('5.0% below standard')).toBeTruthy()
  expect(flagged.getByText('Incomplete cost, 2 missing')).toBeTruthy()
})
