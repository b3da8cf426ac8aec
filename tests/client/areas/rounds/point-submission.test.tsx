// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { usePointSubmission } from '@/areas/rounds/client/walk/use-point-submission'
import words from '@/areas/rounds/locales/zh.json'
import { notify } from '@/client/api/notify'
import client from '@/client/locales/zh.json'
import { loadTexts } from '../../texts'

vi.mock(import('@/client/api/notify'), async (original) => ({ ...(await original()), notify: vi.fn() }))
beforeEach(() => loadTexts({ rounds: words }))

it("says that a point was not saved if the phone's storage fails before the command", async () => {
  const [onDone, answer] = [vi.fn(), vi.fn()]
  const entry = { draft: { photos: {} }, photos: new Map(), flush: () => Promise.reject(new Error('disk full')) }
  const { result } = renderHook(() =>
    usePointSubmission({ answer } as never, 'round', { key: 'a', number: 1 } as never, entry as never, onDone),
  )
  await act(() => result.current.skip('停机'))
  expect(notify).toHaveBeenCalledWith(`${client.resource.notSaved}: disk full`, 'fail')
  expect(answer).not.toHaveBeenCalled()
  expect(onDone).not.toHaveBeenCalled()
  expect(result.current.busy).toBe(false)
})
