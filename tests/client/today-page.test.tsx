// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/client/api/api-error'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import TodayPage from '@/client/today/TodayPage'
import { createFakePhone } from './fake-phone'
import { signInPerson } from './signed-in'
import { loadTexts } from './texts'

const failingQuery = vi.hoisted(() => ({ answer: (): Promise<string[]> => Promise.resolve([]) }))
function Card() {
  const { data } = useQuery({ queryKey: [['x'], 'today'], queryFn: () => failingQuery.answer(), persister: undefined })
  return data?.length ? <section className="ui-card">{data.join()}</section> : null
}
const cards = vi.hoisted(() => ({ list: [] as unknown[] }))
const card = (name: string, Drawn: () => ReactNode) => ({
  name,
  area: 'client',
  order: 1,
  load: () => Promise.resolve({ default: Drawn }),
})
vi.mock('@/client/area-registry', () => ({ getTodayCards: () => cards.list }))
vi.hoisted(() => {
  // A phone: cards are stacked.
  globalThis.matchMedia = ((query: string) => ({ matches: query.includes('max-width: 599px') })) as never
})

function show(): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <TodayPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
beforeEach(async () => {
  cards.list = [card('x', Card)]
  await loadTexts()
  replacePhoneStore(createFakePhone())
  signInPerson()
})
afterEach(cleanup)

it('says so if there is nothing to do', async () => {
  failingQuery.answer = () => Promise.resolve([])
  show()
  expect(await screen.findByText('现在没有待办事项')).toBeTruthy()
})
it('a day that failed to load is not called free, and can be reloaded', async () => {
  failingQuery.answer = () => Promise.reject(new ApiError('errno', '服务器开小差了'))
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('服务器开小差了')
  failingQuery.answer = () => Promise.resolve(['一件事'])
  await userEvent.click(screen.getByText('重试'))
  expect(await screen.findByText('一件事')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

/** Lower edge of the cards on the screen, px. */
const cardsReach = (to: number) =>
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ bottom: to } as DOMRect)
const many = () =>
  Array.from({ length: 20 }, (_, at) => card(`c${at}`, () => <section className="ui-card">{`第${at}张`}</section>))

it('a phone draws the cards on its first screen, and the others when the browser is idle', async () => {
  cards.list = many()
  cardsReach(innerHeight + 1)
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (then: () => void) => idle.push(then))
  show()
  expect(await screen.findByText('第5张')).toBeTruthy()
  // A page of the previous test may also have requested idle time, and may get it late.
  await waitFor(() => expect(idle).not.toHaveLength(0))
  expect(screen.queryByText('第6张')).toBeNull()
  for (const more of [11, 17, 19])
    await waitFor(() => {
      for (const then of idle.splice(0)) then()
      expect(screen.getByText(`第${more}张`)).toBeTruthy()
    })
  vi.unstubAllGlobals()
})
it('cards that do not fill the screen are followed by the next at once', async () => {
  cards.list = many()
  cardsReach(10)
  vi.stubGlobal('requestIdleCallback', () => undefined) // a browser that never has time
  show()
  expect(await screen.findByText('第19张')).toBeTruthy()
  expect(document.querySelector('.today')?.getAttribute('aria-busy')).toBe('false')
  vi.unstubAllGlobals()
})
