// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getNextSort, toggleKey, toggleKeyRange, type Column } from '@/client/ui/table/columns'
import { findNextCell } from '@/client/ui/table/grid-keys'
import { useColumnChoice } from '@/client/ui/table/use-column-choice'
import { pickSampleRows } from '@/client/ui/table/ColumnRuler'
import { calculateColumnWidths } from '@/client/ui/table/column-widths'
import { useNearEnd } from '@/client/ui/table/use-table-grid'

const size = { rows: 100, columns: 8, page: 10 }

it.each([
  ['ArrowDown', false, 5, 3, 6, 3],
  ['ArrowUp', false, 0, 3, -1, 3],
  ['ArrowUp', false, -1, 3, -1, 3],
  ['ArrowLeft', false, 5, 0, 5, 0],
  ['ArrowRight', false, 5, 7, 5, 7],
  ['Home', false, 5, 3, 5, 0],
  ['End', false, 5, 3, 5, 7],
  ['Home', true, 5, 3, 0, 0],
  ['End', true, 5, 3, 99, 7],
  ['PageDown', false, 95, 3, 99, 3],
  ['PageUp', false, 4, 3, 0, 3],
])('%s (ctrl %s) moves from %d,%d to %d,%d', (key, ctrl, row, column, toRow, toColumn) => {
  expect(findNextCell({ row, column }, key, ctrl, size)).toEqual({ row: toRow, column: toColumn })
})
it('leaves other keys alone', () => {
  expect(findNextCell({ row: 0, column: 0 }, 'a', false, size)).toBeNull()
})

it('sorts ascending first, then descending, and starts again on another column', () => {
  expect(getNextSort(undefined, 'mass')).toEqual({ id: 'mass', descending: false })
  expect(getNextSort({ id: 'mass', descending: false }, 'mass')).toEqual({ id: 'mass', descending: true })
  expect(getNextSort({ id: 'mass', descending: true }, 'mass')).toEqual({ id: 'mass', descending: false })
  expect(getNextSort({ id: 'mass', descending: false }, 'gsm')).toEqual({ id: 'gsm', descending: false })
})

it('toggles without changing the given set', () => {
  const before = new Set(['a'])
  expect([...toggleKey(before, 'b')]).toEqual(['a', 'b'])
  expect([...toggleKey(before, 'a')]).toEqual([])
  expect([...before]).toEqual(['a'])
})

it('selects all rows between two Shift clicks in either direction, and deselects them likewise', () => {
  const keys = ['a', 'b', 'c', 'd', 'e']
  const range = (set: string[], from: string | null, to: string) => [...toggleKeyRange(new Set(set), keys, from, to)]
  expect(range(['b'], 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(range(['d'], 'd', 'b').sort()).toEqual(['b', 'c', 'd'])
  expect(range(['a', 'b', 'c', 'e'], 'a', 'c')).toEqual(['e'])
  expect(range([], null, 'c')).toEqual(['c'])
  // The row clicked last is no longer in the list.
  expect(range(['x'], 'x', 'c')).toEqual(['x', 'c'])
})

describe('column choice', () => {
  const columns: Column<string>[] = ['code', 'mass', 'note'].map((id) => ({
    id,
    header: id,
    renderCell: (row) => row,
    isHidden: id === 'note',
  }))
  beforeEach(() => localStorage.clear())
  const useChoiceOf = ({ who }: { who: string }) => useColumnChoice(columns, who)
  const renderChoice = (key: string) => renderHook(useChoiceOf, { initialProps: { who: key } })

  it('starts from the defaults and is stored per person', () => {
    const hook = renderChoice('li/rolls')
    expect(hook.result.current.visibility).toEqual({ code: true, mass: true, note: false })
    act(() => hook.result.current.setVisible('note', true))
    act(() => hook.result.current.setVisible('mass', false))
    expect(hook.result.current.visibility).toEqual({ code: true, mass: false, note: true })
    hook.rerender({ who: 'wang/rolls' })
    expect(hook.result.current.visibility).toEqual({ code: true, mass: true, note: false })
    expect(renderChoice('li/rolls').result.current.visibility).toEqual({ code: true, mass: false, note: true })
  })
  it('never hides the first column, and can be reset to the defaults', () => {
    const hook = renderChoice('li/rolls')
    act(() => hook.result.current.setVisible('code', false))
    expect(hook.result.current.visibility.code).toBe(true)
    act(() => hook.result.current.setVisible('mass', false))
    act(() => hook.result.current.reset())
    expect(renderChoice('li/rolls').result.current.visibility).toEqual({ code: true, mass: true, note: false })
  })
  it('keeps manual widths within readable limits until they are reset', () => {
    const hook = renderChoice('li/rolls')
    act(() => hook.result.current.resize({ mass: 20, code: 0.5 }))
    act(() => hook.result.current.setVisible('note', true))
    expect(renderChoice('li/rolls').result.current.widths).toEqual({ mass: 20, code: 4 })
    act(() => hook.result.current.resize({ code: null }))
    expect(renderChoice('li/rolls').result.current).toMatchObject({ widths: { mass: 20 }, visibility: { note: true } })
    act(() => hook.result.current.reset())
    expect(renderChoice('li/rolls').result.current.widths).toEqual({})
  })
  it('starts with the columns of a saved view if the person has chosen none', () => {
    const start = { shown: { note: true }, widths: { code: 9 } }
    const hook = renderHook(() => useColumnChoice(columns, 'li/rolls/1', start))
    expect(hook.result.current).toMatchObject({ widths: { code: 9 }, visibility: { note: true } })
    act(() => hook.result.current.setVisible('mass', false))
    expect(hook.result.current).toMatchObject({ widths: { code: 9 }, visibility: { note: true, mass: false } })
    act(() => hook.result.current.reset())
    expect(hook.result.current.visibility).toEqual({ code: true, mass: true, note: true })
  })
  it.each(['', '[', 'null', '"x"', '{"shown":{"mass":"no"},"widths":{"mass":"wide"}}'])(
    'is not broken by the stored text %s',
    (stored) => {
      localStorage.setItem('columns/li/rolls', stored)
      expect(renderChoice('li/rolls').result.current.visibility).toEqual({ code: true, mass: true, note: false })
    },
  )
})

it('requests more once for each length, only near the end', () => {
  const onEnd = vi.fn()
  const hook = renderHook(({ last, count }) => useNearEnd(last, count, onEnd), {
    initialProps: { last: 20, count: 100 },
  })
  expect(onEnd).toHaveBeenCalledTimes(0)
  hook.rerender({ last: 92, count: 100 })
  hook.rerender({ last: 99, count: 100 })
  expect(onEnd).toHaveBeenCalledTimes(1)
  hook.rerender({ last: 99, count: 150 })
  expect(onEnd).toHaveBeenCalledTimes(1)
  hook.rerender({ last: 149, count: 150 })
  expect(onEnd).toHaveBeenCalledTimes(2)
})

describe('widths of columns', () => {
  const columns = [
    { id: 'name', header: 'Name', width: 15, renderCell: () => '' },
    ...['code', 'state', 'team'].map((id) => ({ id, header: id, renderCell: () => '' })),
  ]
  it.each([
    ['as declared before the room is known', 0, [240, 128, 128, 128]],
    ['the sticky first one leaves most of a narrow table to the others', 320, [150, 128, 128, 128]],
    ['wider where room is left over', 700, [269, 143, 143, 143]],
    ['but not without end', 2000, [360, 192, 192, 192]],
  ])('%s', (_case, room, expected) => {
    expect(calculateColumnWidths(columns, 16, room)).toEqual(expected)
  })
  it('keeps manual widths and shares the remaining width among the other columns', () => {
    expect(calculateColumnWidths(columns, 16, 700, { code: 20 })).toEqual([240, 320, 128, 128])
    expect(calculateColumnWidths(columns, 16, 700, { code: 5 })).toEqual([300, 80, 160, 160])
    expect(calculateColumnWidths(columns, 16, 320, { name: 30 })).toEqual([480, 128, 128, 128])
  })
  describe('with measured cells', () => {
    const list = [
      { id: 'code', header: 'Code', renderCell: () => '' },
      { id: 'kg', header: 'Mass', isNumber: true, renderCell: () => '' },
      { id: 'day', header: 'Day', renderCell: () => '' },
      { id: 'product', header: 'Product', renderCell: () => '' },
      { id: 'note', header: 'Note', renderCell: () => '' },
    ]
    const needs = {
      code: { content: 120, header: 50 },
      kg: { content: 90, header: 100 },
      day: { content: 110, header: 40 },
      product: { content: 250, header: 60 },
      note: { content: 400, header: 40 },
    }
    it.each([
      ['all content where there is room, and the rest in proportion', 1080, [132, 110, 121, 275, 440]],
      // 760 - 330 = 430 for two texts that want 250 and 400: 215 each.
      ['numbers and dates are complete, long texts share the rest', 760, [120, 100, 110, 215, 215]],
      // 850 - 330 = 520: the product gets its 250, the note the other 270.
      ['the shorter text is complete, the longer one gets the rest', 850, [120, 100, 110, 250, 270]],
      // 370 for two texts would be too little to read: they get up to 22 rem, and the table scrolls.
      ['texts stay readable in a table that scrolls', 700, [120, 100, 110, 250, 352]],
    ])('%s', (_case, room, expected) => {
      expect(calculateColumnWidths(list, 16, room, {}, needs)).toEqual(expected)
    })
    it('keeps manual widths', () => {
      expect(calculateColumnWidths(list, 16, 700, { note: 10 }, needs)).toEqual([120, 100, 110, 210, 160])
    })
  })
})

it('measures rows spread over the list and those with the longest values', () => {
  const rows = Array.from({ length: 100 }, (_, n) => ({
    name: n === 37 ? 'a long name' : 'name',
    kg: n === 99 ? 1e6 : n,
  }))
  const sample = pickSampleRows(rows, [{ id: 'name' }, { id: 'kg' }])
  expect(sample.length).toBeLessThanOrEqual(22)
  expect(sample).toEqual(expect.arrayContaining([rows[0], rows[37], rows[99]]))
  expect(pickSampleRows([], [{ id: 'name' }])).toEqual([])
})
