// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CostCards, type CostCardRow } from '@/areas/cost/client/CostCards'
import words from '@/areas/cost/locales/en.json'
import { loadTexts } from '../../texts'

beforeEach(() => loadTexts({ cost: words }))
afterEach(cleanup)

it('names the kilograms that its cost per kilogram is of, though no roll was slit yet', () => {
  const row = {
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
  } as unknown as CostCardRow
  render(<CostCards rows={[row]} onOpen={() => undefined} />)
  const card = screen.getByRole('button').textContent
  expect(card).toMatch(/10\.38/)
  expect(card).toMatch(/Equivalent good output8,120/)
  expect(card).not.toContain('Good output0')
})
