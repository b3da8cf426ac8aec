// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportStatus, replacePhone, getSyncStatus, type UnsentCommand } from '@/client/api/phone'
import { notifySaved } from '@/client/api/notify-saved'
import { fakePhone } from '../fake-phone'

const t = (key: string) => key
const said = () => document.getElementById('said')?.textContent
/** What waits on the phone, and who hears of it. */
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
  replacePhone(
    fakePhone({
      watch: (seen) => {
        hear = seen
        seen(items())
        return () => undefined
      },
    }),
  )
  reportStatus({ ...getSyncStatus(), state: 'sent' })
})
afterEach(() => {
  vi.useRealTimers()
  document.getElementById('said')?.remove()
})

it('is said to be saved when the server has answered, not before', async () => {
  const saying = notifySaved(t, { queued: true, id: 'op' }, 'a')
  await vi.advanceTimersByTimeAsync(200)
  expect(said()).toBeUndefined()
  tell([])
  await saying
  expect(said()).toBe('a')
})
it('is said to be on its way while a server that is there takes its time', async () => {
  void notifySaved(t, { queued: true, id: 'op' }, 'b')
  await vi.advanceTimersByTimeAsync(3000)
  expect(said()).toBe('b · client:resource.sending')
})
it('is said to be held back behind what the server refused', async () => {
  tell(['op'], 'waiting')
  const saying = notifySaved(t, { queued: true, id: 'op' }, 'e')
  await vi.advanceTimersByTimeAsync(100)
  await saying
  expect(said()).toBe('client:resource.heldBack')
})
it('is said so as soon as the server is found to be away', async () => {
  const saying = notifySaved(t, { queued: true, id: 'op' }, 'c')
  await vi.advanceTimersByTimeAsync(100)
  reportStatus({ ...getSyncStatus(), state: 'offline' })
  await saying
  expect(said()).toBe('c · client:resource.savedHere')
})
it('is not said to be saved when the server refused it', async () => {
  const saying = notifySaved(t, { queued: true, id: 'op' }, 'd')
  await vi.advanceTimersByTimeAsync(100)
  tell(['op'], 'attention')
  await saying
  expect(said()).toBe('client:resource.refusedRow')
})
