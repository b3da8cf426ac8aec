// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setSyncStatus, replacePhoneStore, getSyncStatus, type UnsentCommand } from '@/client/api/phone'
import { notifySaved } from '@/client/api/notify-saved'
import { createFakePhone } from '../fake-phone'

const t = (key: string) => key
const getAnnouncement = () => document.getElementById('said')?.textContent
/** Fakes the waiting commands of the phone and their watchers. */
let tell: (ids: readonly string[], state?: UnsentCommand['state']) => void
beforeEach(() => {
  vi.useFakeTimers()
  let hear: (items: UnsentCommand[]) => void = () => undefined
  let waits: readonly string[] = ['op']
  let as: UnsentCommand['state'] = 'pending'
  const items = () => waits.map((id) => ({ id, state: as }) as UnsentCommand)
  tell = (ids, state = 'pending') => {
    waits = ids
    as = state
    hear(items())
  }
  replacePhoneStore(
    createFakePhone({
      watchCommands: (seen) => {
        hear = seen
        seen(items())
        return () => undefined
      },
    }),
  )
  setSyncStatus({ ...getSyncStatus(), state: 'sent' })
})
afterEach(() => {
  vi.useRealTimers()
  document.getElementById('said')?.remove()
})

it('is announced as saved when the server has answered, not before', async () => {
  const saying = notifySaved(t, { queued: true, id: 'op' }, 'a')
  await vi.advanceTimersByTimeAsync(200)
  expect(getAnnouncement()).toBeUndefined()
  tell([])
  await saying
  expect(getAnnouncement()).toBe('a')
})
it('is announced as in transfer while a reachable server takes its time', async () => {
  void notifySaved(t, { queued: true, id: 'op' }, 'b')
  await vi.advanceTimersByTimeAsync(3000)
  expect(getAnnouncement()).toBe('b · client:resource.sending')
})
it('is announced as held behind a refused command', async () => {
  tell(['op'], 'waiting')
  const saying = notifySaved(t, { queued: true, id: 'op' }, 'e')
  await vi.advanceTimersByTimeAsync(100)
  await saying
  expect(getAnnouncement()).toBe('client:resource.heldBack')
})
it('is announced as waiting as soon as the server is unreachable', async () => {
  const saying = notifySaved(t, { queued: true, id: 'op' }, 'c')
  await vi.advanceTimersByTimeAsync(100)
  setSyncStatus({ ...getSyncStatus(), state: 'offline' })
  await saying
  expect(getAnnouncement()).toBe('c · client:resource.savedHere')
})
it('is not announced as saved if the server refused it', async () => {
  const saying = notifySaved(t, { queued: true, id: 'op' }, 'd')
  await vi.advanceTimersByTimeAsync(100)
  tell(['op'], 'attention')
  await saying
  expect(getAnnouncement()).toBe('client:resource.refusedRow')
})
