// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/client/api/api-error'
import { replacePhone } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { acceptLogin } from '@/client/session/session'
import TodayPage from '@/client/today/TodayPage'
import { fakePhone } from './fake-phone'
import { useTexts } from './texts'

const asked = vi.hoisted(() => ({ answer: (): Promise<string[]> => Promise.resolve([]) }))
function Card() {
  const { data } = useQuery({ queryKey: [['x'], 'today'], queryFn: () => asked.answer(), persister: undefined })
  return data?.length ? <section className="ui-card">{data.join()}</section> : null
}
vi.mock('@/client/areas', () => ({
  todayCards: () => [{ name: 'x', area: 'client', order: 1, load: () => Promise.resolve({ default: Card }) }],
}))

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
  await useTexts()
  replacePhone(fakePhone())
  acceptLogin({ token: 't', userid: 'u', userName: 'li', list: [] }, false)
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
