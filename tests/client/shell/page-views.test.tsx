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
const own = (key: string, last = false) => ({
  key,
  word: `tab ${key}`,
  draw: (tabs: React.ReactNode) => (
    <>
      {tabs}
      <p>{key}</p>
    </>
  ),
  last,
})
const Place = () => <output data-testid="place">{useLocation().search}</output>
function show(at: string, more: Partial<PageViewsProps> = {}) {
  render(
    <MemoryRouter initialEntries={[`/slitter${at}`]}>
      <Suspense>
        <PageViews
          page="divideInteractive"
          title="Slitter"
          label="views"
          views={[own('cut'), own('plan'), own('setup', true)]}
          rowId="S1"
          {...more}
        />
      </Suspense>
      <Place />
    </MemoryRouter>,
  )
}
const tabs = () => [...document.querySelectorAll('.ui-tabs button')]
const pressed = () => tabs().find((tab) => tab.getAttribute('aria-pressed') === 'true')?.textContent
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

it('what another area adds to the page stands among its own views, in the words of that area', async () => {
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
it('a view begins without what another said in the address, but for what they have alike', async () => {
  show('?line=L1&sort=-dueOn&id=7&state=held', { sharedParams: ['line'] })
  await userEvent.click(await screen.findByRole('button', { name: 'tab plan' }))
  expect(place()).toBe('?line=L1&view=plan')
  await userEvent.click(screen.getByRole('button', { name: '刀具' }))
  expect(await screen.findByText('knives of S1')).toBeTruthy()
  expect(place()).toBe('?line=L1&view=knives')
  await userEvent.click(screen.getByRole('button', { name: 'tab cut' }))
  expect(place()).toBe('?line=L1')
})
it('one is shown in place of the one that the address names, while the page says so', async () => {
  show('?view=knives', { chosen: 'plan' })
  expect(await screen.findByText('plan')).toBeTruthy()
  expect(pressed()).toBe('tab plan')
})
