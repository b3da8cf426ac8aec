import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { createUuid7 } from '@/contract/id'
import type { PendingChanges } from '@/offline'
import { IDBFactory, Tab } from './phone'
import { seeded } from './seeded'

const li = createUuid7()
const wu = createUuid7()
const create = (entity: string) => ({
  name: `${entity}.create`,
  offline: { resource: entity, idInput: 'id', schemaVersion: 1 },
})
const unreachable = () => Promise.reject(new TypeError('no network'))
let tab: Tab
afterEach(() => tab.close())

test('shares one watch between the lists of a page; each list only gets changes of its own resource and person', async () => {
  tab = new Tab(new IDBFactory(), { fetch: unreachable, now: () => 1_000_000, random: seeded(1), locks: null })
  const reportsByWatcher: Record<string, string[][]> = {}
  const watch = (name: string, userId: string, resource: string) => {
    const heard = (reportsByWatcher[name] = [] as string[][])
    return tab.offline.watchPendingChanges(userId, resource, ({ commands }: PendingChanges) =>
      heard.push(commands.map(({ op }) => op)),
    )
  }
  const stops = [watch('note', li, 'note'), watch('sheet', li, 'sheet'), watch('of Wu', wu, 'note')]
  await vi.waitFor(() => expect(reportsByWatcher).toEqual({ note: [[]], sheet: [[]], 'of Wu': [[]] }))

  await tab.offline.outbox.save(li, { endpoint: create('note'), body: { text: 'a' } })
  await vi.waitFor(() => expect(reportsByWatcher['note']).toEqual([[], ['note.create']]))
  // A list that opens later knows at once what the other lists know.
  stops.push(watch('late', li, 'note'))
  await vi.waitFor(() => expect(reportsByWatcher['late']).toEqual([['note.create']]))
  expect({ sheet: reportsByWatcher['sheet'], wu: reportsByWatcher['of Wu'] }).toEqual({ sheet: [[]], wu: [[]] })

  stops[0]?.()
  await tab.offline.outbox.save(li, { endpoint: create('note'), body: { text: 'b' } })
  await vi.waitFor(() => expect(reportsByWatcher['late']).toHaveLength(2))
  expect(reportsByWatcher['note']).toHaveLength(2)

  // The last watcher has left; a new watcher gets the current state.
  for (const stop of stops.splice(0)) stop()
  await tab.offline.outbox.save(li, { endpoint: create('note'), body: { text: 'c' } })
  stops.push(watch('again', li, 'note'))
  await vi.waitFor(() => expect(reportsByWatcher['again']?.at(-1)).toHaveLength(3))
  expect(reportsByWatcher['late']).toHaveLength(2)
  for (const stop of stops) stop()
  expect(tab.errors).toEqual([])
})
