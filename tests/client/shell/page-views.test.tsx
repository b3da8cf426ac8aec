// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PageViewProps } from '@/client/area'
import { registerAreas } from '@/client/area-registry'
import { PageViews, type PageViewsProps } from '@/client/shell/PageViews'
import { loadTexts } from '../texts'

const Knives = ({ rowId: of, frame }: PageViewProps) => frame(<p>knives of {of}</p>, <button>mount</button>)
const buildView = (key: string, last = false) => ({
  key,
  label: `tab ${key}`,
  render: (tabs: React.ReactNode) => (
    <>
      {tabs}
      <p>{key}</p>
    </>
  ),
  comesLast: last,
})
const Place = () => <output data-testid="place">{useLocation().search}</output>
function show(address: string, more: Partial<PageViewsProps> = {}) {
  render(
    <MemoryRouter initialEntries={[`/slitter${address}`]}>
      <Suspense>
        <PageViews
          page="divideInteractive"
          title="Slitter"
          label="views"
          views={[buildView('cut'), buildView('plan'), buildView('setup', true)]}
          rowId="S1"
          {...more}
        />
      </Suspense>
      <Place />
    </MemoryRouter>,
  )
}
const tabs = () => screen.queryAllByRole('tab')
const pressed = () => tabs().find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent
const place = () => screen.getByTestId('place').textContent

beforeEach(async () => {
  await loadTexts({ tools: { tab: '刀具' } })
  registerAreas([
    {
      name: 'tools',
      pages: {},
      pageViews: [
        { page: 'divideInteractive', name: 'knives', labelKey: 'tools:tab', load: async () => ({ default: Knives }) },
        { page: 'dashboard', name: 'board', labelKey: 'tools:tab', load: async () => ({ default: Knives }) },
      ],
    },
  ])
})
afterEach(() => {
  cleanup()
  registerAreas([])
})

it("a view added by another area is listed among the page's own views, with that area's texts", async () => {
  show('?view=knives')
  expect(await screen.findByText('knives of S1')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Slitter' })).toBeTruthy()
  expect(screen.getByText('mount').closest('footer')).toBeTruthy()
  expect(tabs().map((tab) => tab.textContent)).toEqual(['tab cut', 'tab plan', '刀具', 'tab setup'])
  expect(pressed()).toBe('刀具')
})
it.each(['', '?view=nothing', '?view=board'])('the first of its own is shown at %s', async (at) => {
  show(at)
  expect(await screen.findByText('cut')).toBeTruthy()
  expect(pressed()).toBe('tab cut')
})
it("a view starts without another view's parameters in the address, except shared ones", async () => {
  show('?line=L1&sort=-dueOn&id=7&state=held', { sharedParams: ['line'] })
  await userEvent.click(await screen.findByRole('tab', { name: 'tab plan' }))
  expect(place()).toBe('?line=L1&view=plan')
  await userEvent.click(screen.getByRole('tab', { name: '刀具' }))
  expect(await screen.findByText('knives of S1')).toBeTruthy()
  expect(place()).toBe('?line=L1&view=knives')
  await userEvent.click(screen.getByRole('tab', { name: 'tab cut' }))
  expect(place()).toBe('?line=L1')
})
it('a page can replace the view in the address', async () => {
  show('?view=knives', { chosenView: 'plan' })
  expect(await screen.findByText('plan')).toBeTruthy()
  expect(pressed()).toBe('tab plan')
})
