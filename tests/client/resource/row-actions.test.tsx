// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RowActionBar } from '@/client/resource/RowActionBar'
import { loadTexts } from '../texts'

vi.mock('@/client/area-registry', () => ({
  getRowActions: () =>
    ['check', 'raise', 'complain'].map((name) => ({
      name,
      labelKey: name,
      permissions: [],
      page: 'qualitySheet',
      params: {},
    })),
}))
vi.mock('@/client/session/use-session', () => ({ hasPermission: () => true, useSession: () => ({}) }))
vi.mock('@/client/shell/use-page-link', () => ({ usePageLink: () => () => '/there' }))
beforeEach(() => loadTexts())
afterEach(cleanup)
const names = (part?: 'first' | 'rest') => {
  render(
    <MemoryRouter>
      <RowActionBar {...(part ? { part } : {})} resource="slitRoll" id="1" />
    </MemoryRouter>,
  )
  return screen.getAllByRole('link').map((one) => [one.textContent, one.classList.contains('is-primary')])
}

it('has one forward action, and puts the others beside the content', () => {
  expect(names('first')).toEqual([['check', true]])
  cleanup()
  expect(names('rest')).toEqual([
    ['raise', false],
    ['complain', false],
  ])
  cleanup()
  expect(names().map(([name]) => name)).toEqual(['check', 'raise', 'complain'])
})
