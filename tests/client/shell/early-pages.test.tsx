// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { registerAreas } from '@/client/area-registry'
import { usePagePrefetch } from '@/client/shell/Shell'

const load = vi.fn(() => Promise.resolve({ default: () => null }))
const broken = vi.fn(() => Promise.reject(new Error('no network')))
registerAreas([{ name: 'rolls', pages: { winder: load, slitter: broken }, contract: () => Promise.reject() } as never])
const pages = [
  { name: 'winder', url: '/rolls/winder' },
  { name: 'slitter', url: '/rolls/slitter' },
] as never
function Frame() {
  usePagePrefetch(pages)
  return (
    <>
      <a href="/rolls/winder/12?tab=a">
        <b>winder</b>
      </a>
      <a href="/rolls/slitter">slitter</a>
      <a href="https://example.org/rolls/winder">elsewhere</a>
      <a href="/me">me</a>
      <button>button</button>
    </>
  )
}

test('a page starts loading when its link is touched anywhere; other pages do not', async () => {
  const { unmount } = render(<Frame />)
  for (const other of ['elsewhere', 'me', 'button']) fireEvent.pointerDown(screen.getByText(other))
  expect([load, broken].map((one) => one.mock.calls.length)).toEqual([0, 0])
  fireEvent.pointerDown(screen.getByText('winder'))
  expect(load).toHaveBeenCalledTimes(1)
  fireEvent.pointerDown(screen.getByText('slitter')) // fails unheard: the page tells when it is opened
  expect(broken).toHaveBeenCalledTimes(1)
  unmount()
  fireEvent.pointerDown(document.body)
  expect(load).toHaveBeenCalledTimes(1)
})
