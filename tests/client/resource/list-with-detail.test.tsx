// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EndpointPage } from '@/client/resource/EndpointPage'
import { ResourcePage } from '@/client/resource/ResourcePage'
import type { CardListProps } from '@/client/ui/CardList'
import { startFakeServer, replyWithRows } from '../fake-server'
import { getAddress, prepareDesk, toRollId, roll, createRollRow, renderAtDesk } from './desk'

vi.mock('@/client/ui/DataTable', async () => ({ DataTable: (await import('./desk')).PlainTable }))
vi.mock('@/client/ui/use-device', async (original) => ({ ...(await original<object>()), useIsDesktop: () => true }))
// Replaces the virtual list, which draws nothing in jsdom.
vi.mock('@/client/ui/CardList', () => ({
  CardList: ({ rows, getRowKey, columns, onOpen, openKey }: CardListProps<never>) => (
    <ul className="ui-cards">
      {rows.map((row) => (
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles
        <li key={getRowKey(row)} role="listitem" aria-current={getRowKey(row) === openKey || undefined}>
          <span className="ui-list-card-head">
            <button type="button" onClick={() => onOpen?.(row)}>
              {columns[0]?.renderCell(row)}
            </button>
          </span>
        </li>
      ))}
    </ul>
  ),
}))

beforeEach(() => prepareDesk())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const opened = () => renderAtDesk(<ResourcePage resource={roll as never} />, `/?id=${toRollId(2)}`)
const narrow = () => {
  HTMLElement.prototype.getBoundingClientRect = function () {
    return new DOMRect(0, 0, this.classList.contains('resource-list') ? 400 : 1440, 800)
  }
}

describe('the panel beside a list', () => {
  for (const [what, room] of [
    ['a table', () => undefined],
    ['cards', narrow],
  ] as const)
    it(`is closed by Escape and by its button, beside ${what}`, async () => {
      room()
      startFakeServer({ 'GET /roll': () => replyWithRows([createRollRow(1), createRollRow(2)]) })
      opened()
      await screen.findByRole('heading', { name: 'A-2' })
      fireEvent.keyDown(document.body, { key: 'Escape' })
      await waitFor(() => expect(getAddress()).toBe('/'))
      cleanup()
      opened()
      fireEvent.click(await screen.findByRole('button', { name: '关闭' }))
      await waitFor(() => expect(getAddress()).toBe('/'))
    })
})

describe('keys of a list', () => {
  it('move from card to card, starting with the open one', async () => {
    narrow()
    startFakeServer({ 'GET /roll': () => replyWithRows([createRollRow(1), createRollRow(2), createRollRow(3)]) })
    opened()
    await screen.findByRole('button', { name: 'A-3' })
    const pressKey = (key: string) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key })
      return document.activeElement?.textContent
    }
    expect([pressKey('j'), pressKey('j'), pressKey('k'), pressKey('k')]).toEqual(['A-2', 'A-3', 'A-2', 'A-1'])
  })
  it('work for the rows of a call as well', async () => {
    narrow()
    const rows = [{ id: '1', name: '甲' }]
    renderAtDesk(
      <EndpointPage
        title="x"
        name="x"
        query={{ isPending: false, error: null, dataUpdatedAt: 1 } as never}
        rows={rows}
        total={1}
        getRowKey={(row) => row.id}
        columns={[{ id: 'name', header: '名称', renderCell: (row) => row.name }]}
        onOpen={() => undefined}
        keyword=""
        onSearch={() => undefined}
        empty={{ title: '', advice: '' }}
      />,
    )
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    ;(document.activeElement as HTMLElement).blur()
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(document.activeElement?.textContent).toBe('甲')
  })
})
