import { expect, test, vi } from 'vitest'
import type { Database } from '@/server/db/connect'
import { ChangeFeed, type LiveNotice } from '@/server/live/change-feed'

const createNotice = (id: string): LiveNotice => ({
  notice: 'repairReported',
  id,
  title: { zh: '报修', en: 'Repair' },
  keys: ['repairView'],
})

test('notices of a message that could not be sent are in the next one', async () => {
  const runStatement = vi.fn<(statement: { values: unknown[] }) => Promise<unknown>>()
  const onError = vi.fn<(error: unknown) => void>()
  const feed = new ChangeFeed({ kind: 'postgres', pool: { query: runStatement } } as unknown as Database, onError)
  const failure = new Error('connection lost')
  runStatement.mockRejectedValueOnce(failure).mockResolvedValue({ rows: [] })
  await feed.publish(['repair'], [createNotice('first')])
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure)
  await feed.publish(['part'], [createNotice('second')])
  const payload = JSON.parse(runStatement.mock.lastCall![0].values.at(-1) as string) as Record<string, unknown>
  expect(payload).toMatchObject({ resources: ['repair', 'part'], notices: [{ id: 'first' }, { id: 'second' }] })
  await feed.publish(['part'])
  expect(JSON.parse(runStatement.mock.lastCall![0].values.at(-1) as string)).toMatchObject({ notices: [] })
})
