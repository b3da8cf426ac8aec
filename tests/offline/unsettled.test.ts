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

test('the lists of a page share one watch; each hears of its own resource and its own person alone', async () => {
  tab = new Tab(new IDBFactory(), { fetch: unreachable, now: () => 1_000_000, random: seeded(1), locks: null })
  const told: Record<string, string[][]> = {}
  const watch = (name: string, userId: string, resource: string) => {
    const heard = (told[name] = [] as string[][])
    return tab.offline.watchPendingChanges(userId, resource, ({ ops }: PendingChanges) =>
      heard.push(ops.map(({ op }) => op)),
    )
  }
  const stops = [watch('note', li, 'note'), watch('sheet', li, 'sheet'), watch('of Wu', wu, 'note')]
  await vi.waitFor(() => expect(told).toEqual({ note: [[]], sheet: [[]], 'of Wu': [[]] }))

  await tab.offline.outbox.save(li, { endpoint: create('note'), body: { text: 'a' } })
  await vi.waitFor(() => expect(told['note']).toEqual([[], ['note.create']]))
  // A list that is opened later knows at once what the others know.
  stops.push(watch('late', li, 'note'))
  await vi.waitFor(() => expect(told['late']).toEqual([['note.create']]))
  expect({ sheet: told['sheet'], wu: told['of Wu'] }).toEqual({ sheet: [[]], wu: [[]] })

  stops[0]?.()
  await tab.offline.outbox.save(li, { endpoint: create('note'), body: { text: 'b' } })
  await vi.waitFor(() => expect(told['late']).toHaveLength(2))
  expect(told['note']).toHaveLength(2)

  // The last one has left; whoever comes then is told what is so by now.
  for (const stop of stops.splice(0)) stop()
  await tab.offline.outbox.save(li, { endpoint: create('note'), body: { text: 'c' } })
  stops.push(watch('again', li, 'note'))
  await vi.waitFor(() => expect(told['again']?.at(-1)).toHaveLength(3))
  expect(told['late']).toHaveLength(2)
  for (const stop of stops) stop()
  expect(tab.errors).toEqual([])
})
