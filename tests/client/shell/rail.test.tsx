// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Menu } from '@/client/shell/use-menu'
import { loadTexts } from '../texts'

const page = (name: string, url: string) => ({ name, url, title: name, trail: [] })
const menu = {
  entries: [],
  pages: [
    page('rollInteractive', '/production/winder'),
    page('rawMaterial', '/production/feed'),
    page('repair', '/repairs'),
  ],
  redirects: [],
  getTitle: ({ name }: { name: string }) => name,
} as unknown as Menu

let tablet = true
async function show(path: string) {
  vi.resetModules()
  vi.stubGlobal('matchMedia', () => ({
    matches: tablet,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await import('@/client/registered-areas')
  const { default: Rail } = await import('@/client/shell/Rail')
  render(
    <MemoryRouter initialEntries={[path]}>
      <Rail menu={menu} />
    </MemoryRouter>,
  )
}
const stands = () => screen.queryByText('今日') !== null
beforeEach(async () => {
  tablet = true
  localStorage.clear()
  await loadTexts({})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each(['/production/winder', '/production/feed'])('is folded away on a tablet beside a machine: %s', async (path) => {
  await show(path)
  expect(stands()).toBe(false)
  expect(screen.getByRole('button', { name: '展开菜单' }).getAttribute('aria-expanded')).toBe('false')
})
it('opens by one tap to go elsewhere, and folds again on arrival at a machine', async () => {
  const goes = (name: string, url: string) => ({ kind: 'page', node: { id: name, name, url } })
  menu.entries = [goes('rawMaterial', '/production/feed'), goes('repair', '/repairs')] as never
  Element.prototype.scrollIntoView = () => undefined
  await show('/production/winder')
  await userEvent.click(screen.getByRole('button', { name: '展开菜单' }))
  expect(stands()).toBe(true)
  await userEvent.click(screen.getByRole('link', { name: 'repair' }))
  expect(screen.getByRole('link', { name: '今日' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '展开菜单' }))
  await userEvent.click(screen.getByRole('link', { name: 'rawMaterial' }))
  expect(stands()).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: '展开菜单' }))
  await userEvent.click(screen.getByRole('button', { name: '收起菜单' }))
  expect(stands()).toBe(false)
  menu.entries = []
})
it('shows the icons of its groups on other pages of a tablet; an icon opens the tree at its group', async () => {
  const leaf = { kind: 'page', node: { id: 'p', name: 'repair', url: '/repairs' } }
  menu.entries = [{ kind: 'group', node: { id: 'g', name: 'upkeep' }, entries: [leaf] }] as never
  Element.prototype.scrollIntoView = () => undefined
  await show('/elsewhere')
  expect(stands()).toBe(false)
  expect(screen.getByRole('navigation').className).toBe('rail is-icons')
  expect(screen.queryByRole('link', { name: 'repair' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'upkeep' }))
  expect(stands()).toBe(true)
  expect(screen.getByRole('link', { name: 'repair' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '收起菜单' }))
  expect(stands()).toBe(false)
  menu.entries = []
})
it('is open at a desk until it is folded, which lasts', async () => {
  tablet = false
  await show('/repairs')
  expect(stands()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '收起菜单' }))
  cleanup()
  await show('/repairs')
  expect(screen.getByRole('navigation').className).toBe('rail is-icons')
})
it('shows the current position in the tree', async () => {
  const scrolledTexts: string[] = []
  Element.prototype.scrollIntoView = function () {
    scrolledTexts.push(this.textContent ?? '')
  }
  localStorage.setItem('rail', 'open')
  const entry = { kind: 'page', node: { id: 'n1', name: 'repair', url: '/repairs' } }
  menu.entries = [entry] as never
  await show('/repairs')
  menu.entries = []
  expect(scrolledTexts).toEqual(['repair'])
})
it('is open at a desk unless it was folded there', async () => {
  tablet = false
  await show('/production/winder')
  expect(stands()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '收起菜单' }))
  expect(stands()).toBe(false)
})
