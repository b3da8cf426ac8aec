// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { useDraft } from '@/client/resource/use-draft'
import { clearSession } from '@/client/session/session'
import { createFakePhone } from '../fake-phone'
import { signInPerson } from '../signed-in'

const KEY = 'repair new'
const opened = async () => {
  const { result, unmount } = renderHook(() => useDraft(KEY))
  await waitFor(() => expect(result.current.storedDraft).not.toBeUndefined())
  return { draft: () => result.current, unmount }
}
const leavePage = () => act(() => void dispatchEvent(new Event('pagehide')))
beforeEach(() => {
  localStorage.clear()
  signInPerson({ id: 'wang' })
})
afterEach(() => {
  cleanup()
  clearSession()
  vi.useRealTimers()
})

it('is stored on the phone after a pause in typing', async () => {
  const phone = createFakePhone()
  replacePhoneStore(phone)
  const { draft } = await opened()
  vi.useFakeTimers()
  draft().store({ note: 'belt torn' }, [], undefined)
  expect(phone.drafts.size).toBe(0)
  await vi.advanceTimersByTimeAsync(400)
  expect(phone.drafts.get(KEY)).toMatchObject({ values: { values: { note: 'belt torn' } }, owner: 'wang' })
  expect(localStorage.length).toBe(0)
})
it('is restored if the page was frozen before it was stored', async () => {
  replacePhoneStore(createFakePhone({ storeDraft: () => new Promise(() => undefined) }))
  const first = await opened()
  first.draft().store({ note: 'belt torn' }, [], undefined)
  leavePage()
  first.unmount()
  const phone = createFakePhone()
  replacePhoneStore(phone)
  expect((await opened()).draft().storedDraft).toEqual({ values: { note: 'belt torn' }, photos: [], row: undefined })
  // From here on it is a normal draft, deleted when the form is saved.
  expect(phone.drafts.get(KEY)).toMatchObject({ values: { values: { note: 'belt torn' } } })
  expect(localStorage.length).toBe(0)
})
it('is not shown to another person, nor after saving or discarding', async () => {
  const phone = createFakePhone({ storeDraft: () => new Promise(() => undefined) })
  replacePhoneStore(phone)
  const first = await opened()
  first.draft().store({ note: 'belt torn' }, [], undefined)
  leavePage()
  signInPerson({ id: 'li' })
  expect((await opened()).draft().storedDraft).toBeNull()
  signInPerson({ id: 'wang' })
  replacePhoneStore(createFakePhone())
  const again = await opened()
  expect(again.draft().storedDraft?.values).toEqual({ note: 'belt torn' })
  again.draft().store({ note: 'belt torn, hall 2' }, [], undefined)
  await again.draft().storeNow()
  expect(localStorage.length).toBe(0)
  again.draft().store({ note: 'x' }, [], undefined)
  again.draft().discard()
  leavePage()
  expect(localStorage.length).toBe(0)
})
