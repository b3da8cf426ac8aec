// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/client/api/api-error'
import { replacePhone } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import TodayPage from '@/client/today/TodayPage'
import { fakePhone } from './fake-phone'
import { signedIn } from './signed-in'
import { loadTexts } from './texts'

const asked = vi.hoisted(() => ({ answer: (): Promise<string[]> => Promise.resolve([]) }))
function Card() {
  const { data } = useQuery({ queryKey: [['x'], 'today'], queryFn: () => asked.answer(), persister: undefined })
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
  // A phone: cards stand below each other.
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
  replacePhone(fakePhone())
  signedIn()
})
afterEach(cleanup)

it('a day without anything to do says so', async () => {
  asked.answer = () => Promise.resolve([])
  show()
  expect(await screen.findByText('现在没有待办事项')).toBeTruthy()
})
it('a day that could not be asked for is not called free, and can be asked for again', async () => {
  asked.answer = () => Promise.reject(new ApiError('errno', '服务器开小差了'))
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('服务器开小差了')
  asked.answer = () => Promise.resolve(['一件事'])
  await userEvent.click(screen.getByText('重试'))
  expect(await screen.findByText('一件事')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

/** Where the lower edge of the cards is on the screen, px. */
const cardsReach = (to: number) =>
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ bottom: to } as DOMRect)
const many = () =>
  Array.from({ length: 20 }, (_, at) => card(`c${at}`, () => <section className="ui-card">{`第${at}张`}</section>))

it('a phone draws the cards that fill its screen, the others when the browser has time', async () => {
  cards.list = many()
  cardsReach(innerHeight + 1)
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (then: () => void) => idle.push(then))
  show()
  expect(await screen.findByText('第5张')).toBeTruthy()
  // A page of the test before may have asked for quiet time too, and may get it late.
  await waitFor(() => expect(idle).not.toHaveLength(0))
  expect(screen.queryByText('第6张')).toBeNull()
  for (const more of [11, 17, 19])
    await waitFor(() => {
      for (const then of idle.splice(0)) then()
      expect(screen.getByText(`第${more}张`)).toBeTruthy()
    })
  vi.unstubAllGlobals()
})
it('cards that do not fill it are followed by the next at once', async () => {
  cards.list = many()
  cardsReach(10)
  vi.stubGlobal('requestIdleCallback', () => undefined) // a browser that never has time
  show()
  expect(await screen.findByText('第19张')).toBeTruthy()
  expect(document.querySelector('.today')?.getAttribute('aria-busy')).toBe('false')
  vi.unstubAllGlobals()
})
