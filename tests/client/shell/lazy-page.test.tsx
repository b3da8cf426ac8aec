// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import clientTexts from '@/client/locales/zh.json'
import { LazyPage } from '@/client/shell/LazyPage'
import { loadTexts } from '../texts'
import { renderWithTexts } from '../ui/render'

const Page = () => <p>点检</p>
beforeEach(() => loadTexts({}))
afterEach(() => {
  vi.restoreAllMocks()
})

it('says on a phone without a network that the page was never opened here, and loads it on retry', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = () =>
    navigator.onLine ? Promise.resolve({ default: Page }) : Promise.reject(new TypeError('Failed to fetch'))
  renderWithTexts(<LazyPage load={load} />)
  expect(await screen.findByText(clientTexts.ui.offline.title)).toBeTruthy()
  expect(screen.queryByText(clientTexts.shell.pageNotLoaded)).toBeNull()
  online.mockReturnValue(true)
  fireEvent.click(screen.getByRole('button'))
  expect(await screen.findByText('点检')).toBeTruthy()
})
it('reports a page that fails to load with a network as an error', async () => {
  renderWithTexts(<LazyPage load={() => Promise.reject(new TypeError('Failed to fetch'))} />)
  expect(await screen.findByText(clientTexts.shell.pageNotLoaded)).toBeTruthy()
  expect(screen.getByText(clientTexts.shell.workKept)).toBeTruthy()
})
