// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { replacePhone } from '@/client/api/phone'
import { useDraft } from '@/client/resource/use-draft'
import { clearSession } from '@/client/session/session'
import { fakePhone } from '../fake-phone'
import { signedIn } from '../signed-in'

const KEY = 'repair new'
const opened = async () => {
  const { result, unmount } = renderHook(() => useDraft(KEY))
  await waitFor(() => expect(result.current.found).not.toBeUndefined())
  return { draft: () => result.current, unmount }
}
const leavePage = () => act(() => void dispatchEvent(new Event('pagehide')))
beforeEach(() => {
  localStorage.clear()
  signedIn({ id: 'wang' })
})
afterEach(() => {
  cleanup()
  clearSession()
  vi.useRealTimers()
})

it('is written on the phone after a pause in typing', async () => {
  const phone = fakePhone()
  replacePhone(phone)
  const { draft } = await opened()
  vi.useFakeTimers()
  draft().keep({ note: 'belt torn' }, [], undefined)
  expect(phone.drafts.size).toBe(0)
  await vi.advanceTimersByTimeAsync(400)
  expect(phone.drafts.get(KEY)).toMatchObject({ values: { values: { note: 'belt torn' } }, owner: 'wang' })
  expect(localStorage.length).toBe(0)
})
it('is there again when the page was frozen before it was written', async () => {
  replacePhone(fakePhone({ keepDraft: () => new Promise(() => undefined) }))
  const first = await opened()
  first.draft().keep({ note: 'belt torn' }, [], undefined)
  leavePage()
  first.unmount()
  const phone = fakePhone()
  replacePhone(phone)
  expect((await opened()).draft().found).toEqual({ values: { note: 'belt torn' }, photos: [], row: undefined })
  // From here on it is a draft as any: gone with it when the form is saved.
  expect(phone.drafts.get(KEY)).toMatchObject({ values: { values: { note: 'belt torn' } } })
  expect(localStorage.length).toBe(0)
})
it('is not shown to another person, nor after it was written or dropped', async () => {
  const phone = fakePhone({ keepDraft: () => new Promise(() => undefined) })
  replacePhone(phone)
  const first = await opened()
  first.draft().keep({ note: 'belt torn' }, [], undefined)
  leavePage()
  signedIn({ id: 'li' })
  expect((await opened()).draft().found).toBeNull()
  signedIn({ id: 'wang' })
  replacePhone(fakePhone())
  const again = await opened()
  expect(again.draft().found?.values).toEqual({ note: 'belt torn' })
  again.draft().keep({ note: 'belt torn, hall 2' }, [], undefined)
  await again.draft().flush()
  expect(localStorage.length).toBe(0)
  again.draft().keep({ note: 'x' }, [], undefined)
  again.draft().drop()
  leavePage()
  expect(localStorage.length).toBe(0)
})
