// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/client/api/api-error'
import { QueryBoundary, RowBoundary } from '@/client/resource/QueryBoundary'
import { prepareDesk, renderAtDesk } from './desk'

const FETCHED_AT = Date.parse('2026-01-01T00:00:00Z')
const refetch = vi.fn()
const failed = (error: Error | null) => ({ error, refetch })
const refusal = new ApiError('errno', '系统繁忙')

beforeEach(() => prepareDesk())
afterEach(cleanup)

describe('an answer', () => {
  const showAnswer = (data: readonly string[] | undefined, error: Error | null = null) =>
    renderAtDesk(
      <QueryBoundary query={{ data, dataUpdatedAt: data ? FETCHED_AT : 0, ...failed(error) }} skeleton={<i>wait</i>}>
        {(names) => <p>{names.join(' ')}</p>}
      </QueryBoundary>,
    )

  it('is awaited with the skeleton', () => {
    showAnswer(undefined)
    expect(screen.getByText('wait')).toBeTruthy()
  })
  it('that failed shows the error and can be fetched again', () => {
    showAnswer(undefined, refusal)
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect([screen.queryByText('wait'), refetch.mock.calls.length]).toEqual([null, 1])
  })
  it('stays with its time if a refresh fails', () => {
    showAnswer(['a', 'b'], refusal)
    expect(screen.getByText('a b')).toBeTruthy()
    expect(screen.getByText(/2026-01-01 .*的数据/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
  it('that is fresh has no time', () => {
    showAnswer(['a'])
    expect(screen.queryByText(/的数据/)).toBeNull()
  })
})

describe('a list', () => {
  const showList = (rows: readonly string[], error: Error | null, fetchedAt: number, isLoading = false) =>
    renderAtDesk(
      <QueryBoundary query={{ rows, isLoading, fetchedAt, ...failed(error) }} skeleton={<i>wait</i>}>
        {(names) => <p>{names.length} rows</p>}
      </QueryBoundary>,
    )

  it('waits for the phone after an error', () => {
    showList([], refusal, 0, true)
    expect(screen.getByText('wait')).toBeTruthy()
  })
  it('that never arrived is not called empty', () => {
    showList([], refusal, 0)
    expect([screen.queryByText('0 rows'), screen.getByRole('alert')]).toEqual([null, expect.anything()])
  })
  it('that was empty earlier is shown as such, with its time', () => {
    showList([], refusal, FETCHED_AT)
    expect([screen.getByText('0 rows'), screen.getByText(/的数据/)]).toHaveLength(2)
  })
  it('leaves the age of its rows to the subtitle', () => {
    showList(['a'], refusal, FETCHED_AT)
    expect([screen.getByText('1 rows'), screen.queryByText(/的数据/)]).toEqual([expect.anything(), null])
  })
})

describe('an open row', () => {
  const onBack = vi.fn()
  const showRow = (row: string | null, error: Error | null, isFetching = false) =>
    renderAtDesk(
      <RowBoundary query={{ row, isLoading: false, isFetching, ...failed(error) }} onBack={onBack}>
        {(name) => <p>{name}</p>}
      </RowBoundary>,
    )

  it('is shown, although a refresh failed', () => {
    showRow('A-1', refusal)
    expect(screen.getByText('A-1')).toBeTruthy()
  })
  it('that no longer exists says so once it has been looked for, and leads back', () => {
    showRow(null, null, true)
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
    showRow(null, null)
    fireEvent.click(screen.getByRole('button', { name: '返回' }))
    expect(onBack).toHaveBeenCalledOnce()
  })
  it('that failed to load leads back, too', () => {
    showRow(null, refusal)
    expect(screen.getByRole('button', { name: '返回' })).toBeTruthy()
  })
})
