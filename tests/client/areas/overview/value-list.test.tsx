// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { cardNames, cardPictures } from '@/areas/overview/client/cards/catalogue'
import { CardCatalogueDialog } from '@/areas/overview/client/own-dashboards/CardCatalogueDialog'
import { LiveValueList, type ListedValue } from '@/areas/overview/client/parts/LiveValueList'
import { cardSizes, sizesByCard } from '@/areas/overview/rules/grid'
import { BarList } from '@/client/ui/drawings/BarList'
import overview from '@/areas/overview/locales/zh.json'
import { loadTexts } from '../../texts'

beforeAll(() => loadTexts({ overview }))
afterEach(cleanup)
const createValue = (key: string, more: Partial<ListedValue> = {}): ListedValue => ({
  key,
  label: key,
  value: 20,
  at: '2026-11-20T02:00:00.000Z',
  stale: false,
  low: 10,
  target: null,
  high: 30,
  outside: false,
  unit: '°C',
  ...more,
})

it('draws each value within its limits, those outside of them first, and folds away what nothing measures', () => {
  render(
    <LiveValueList
      label="SB1"
      values={[
        createValue('速度', { low: null, high: null }),
        createValue('张力', { value: null, at: null }),
        createValue('温度'),
        createValue('压力', { value: 32, outside: true, trend: [{ value: 29 }, { value: null }, { value: 32 }] }),
        createValue('克重', { value: null, at: null, measured: 15, measuredAt: '2026-11-20T01:00:00.000Z' }),
      ]}
    />,
  )
  const rows = within(screen.getByRole('list', { name: 'SB1' })).getAllByRole('listitem')
  expect(rows.map((row) => row.firstChild?.textContent)).toEqual(['压力', '温度', '克重', '速度'])
  expect(rows[0]!.className).toBe('is-outside')
  expect(
    within(rows[0]!)
      .getAllByRole('img')
      .map((drawing) => drawing.getAttribute('aria-label')),
  ).toEqual(expect.arrayContaining([expect.stringContaining('压力 32 °C'), '压力 最近一小时']))
  expect(rows[2]!.textContent).toContain('15')
  expect(rows[2]!.textContent).toContain(overview.parameters.measured)
  expect(screen.getByText('1 项无测点').tagName).toBe('SUMMARY')
})

it('shows a value with the decimals that tell it from its limit', () => {
  const pressure = { low: 0.8, high: 1.6, unit: 'MPa', outside: true }
  const measuredAt = '2026-11-20T01:00:00.000Z'
  render(
    <LiveValueList
      label="SB1"
      values={[
        createValue('熔体压力', { ...pressure, value: 1.63 }),
        createValue('检验压力', { ...pressure, value: null, at: null, measured: 1.63, measuredAt }),
        createValue('露点', { value: 0.134, low: 0.125, high: 0.5 }),
        createValue('温度', { value: 231.4178, low: 225, high: 240 }),
      ]}
    />,
  )
  const rows = within(screen.getByRole('list', { name: 'SB1' })).getAllByRole('listitem')
  const describeRow = (row: HTMLElement) => [
    row.children[1]!.textContent?.split('\u00a0')[0],
    within(row).getAllByRole('img').at(-1)!.getAttribute('aria-label'),
  ]
  expect(rows.map(describeRow)).toEqual([
    ['1.63', expect.stringMatching(/^熔体压力 1\.63 MPa.*0\.8.*1\.6/)],
    ['1.63', expect.stringMatching(/^检验压力 1\.63 MPa.*0\.8.*1\.6/)],
    ['0.13', expect.stringMatching(/^露点 0\.13.*0\.125.*0\.5/)],
    ['231.4', expect.stringMatching(/^温度 231\.4 °C/)],
  ])
})

it('shows bars from the first to the last row, with numbers beside them', () => {
  render(
    <MemoryRouter>
      <BarList
        label="损失"
        rows={[
          { key: 'a', label: '断网', value: 4, text: '4 h', note: '80%', to: '/stops' },
          { key: 'b', label: '废品', value: 1, text: '1 h', note: '100%', badValue: 0.5 },
        ]}
      />
    </MemoryRouter>,
  )
  const rows = within(screen.getByRole('list', { name: '损失' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['断网4 h 80%', '废品1 h 100%'])
  expect(rows.map((row) => row.querySelector<HTMLElement>('.ui-bar i')!.style.width)).toEqual(['100%', '25%'])
  expect(rows[1]!.querySelector<HTMLElement>('.ui-bar b')!.style.width).toBe('12.5%')
  expect(screen.getByRole('link', { name: '断网' }).getAttribute('href')).toBe('/stops')
})

it('offers more than twenty cards in three sizes, each with a schematic of its drawing', async () => {
  expect(cardNames.length).toBeGreaterThan(20)
  for (const card of cardNames) {
    expect([...sizesByCard[card]].sort()).toEqual([...cardSizes].sort())
    expect(cardPictures[card]).toBeTruthy()
  }
  const choose = vi.fn()
  render(
    <CardCatalogueDialog
      cards={['losses', 'oeeHeat']}
      getCardTitle={(card) => card}
      onChoose={choose}
      onClose={() => {}}
    />,
  )
  const buttons = screen
    .getAllByRole('button', { hidden: true })
    .filter((button) => button.querySelector('svg[viewBox="0 0 96 56"]'))
  expect(buttons.map((button) => button.textContent)).toEqual(['losses', 'oeeHeat'])
  await userEvent.click(buttons[1]!)
  expect(choose).toHaveBeenCalledWith('oeeHeat')
})
