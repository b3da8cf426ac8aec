// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { CardListEnd } from '@/client/ui/table/CardListEnd'
import { TouchSwipe } from '@/client/ui/TouchList'
import { renderWithTexts } from './render'

vi.mock('@/client/ui/use-device', async (original) => ({ ...(await original<object>()), useIsTouch: () => true }))

// jsdom lays nothing out: the end of the list is in view.
beforeEach(() =>
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body }),
)

it('the end of a list loads more rows, and says when there are none', async () => {
  const onEnd = vi.fn(() => Promise.resolve(true))
  const { rerender } = renderWithTexts(<CardListEnd rowCount={50} onEnd={onEnd} showsEnd />)
  expect(screen.getByRole('status').textContent).toContain('正在加载更多')
  await waitFor(() => expect(onEnd).toHaveBeenCalled())
  rerender(<CardListEnd rowCount={70} onEnd={undefined} showsEnd />)
  expect(screen.getByRole('status').textContent).toBe('没有更多了')
  rerender(<CardListEnd rowCount={3} onEnd={undefined} showsEnd={false} />)
  expect(screen.queryByRole('status')).toBeNull()
})
it('asks once after a failure, and again on retry', async () => {
  const outcomes = [false, true]
  const onEnd = vi.fn(() => Promise.resolve(outcomes.shift() ?? true))
  renderWithTexts(<CardListEnd rowCount={50} onEnd={onEnd} showsEnd />)
  const retry = await screen.findByRole('button', { name: '重试' })
  expect(screen.getByRole('status').textContent).toContain('更多数据加载失败')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(onEnd).toHaveBeenCalledTimes(1)
  fireEvent.click(retry)
  await waitFor(() => expect(onEnd.mock.calls.length).toBeGreaterThan(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: '重试' })).toBeNull())
})
it('a source that reports nothing is asked once until its rows change', async () => {
  const onEnd = vi.fn()
  const { rerender } = renderWithTexts(<CardListEnd rowCount={50} onEnd={onEnd} showsEnd />)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(onEnd).toHaveBeenCalledTimes(1)
  rerender(<CardListEnd rowCount={100} onEnd={onEnd} showsEnd />)
  await waitFor(() => expect(onEnd.mock.calls.length).toBeGreaterThan(1))
})
it('hidden swipe actions are out of reach of keyboard and screen reader', () => {
  const onClick = vi.fn()
  renderWithTexts(
    <TouchSwipe buttons={[{ key: 'accept', label: '接单', tone: 'primary', onClick }]}>
      <button type="button">R-1</button>
    </TouchSwipe>,
  )
  const action = screen.getByText('接单').closest('button')!
  expect(action.closest('[inert]')).not.toBeNull()
  expect(screen.getByText('R-1').closest('[inert]')).toBeNull()
  fireEvent.click(action)
  expect(onClick).toHaveBeenCalledTimes(1)
})
