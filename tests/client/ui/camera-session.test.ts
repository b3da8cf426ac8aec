import { expect, it, vi } from 'vitest'
import { hasTorch, setTorch } from '@/client/ui/viewfinder/camera-session'

const streamOf = (track: object) => ({ getVideoTracks: () => [track] }) as unknown as MediaStream

it('switches the torch by the constraint that browsers know', async () => {
  const applyConstraints = vi.fn(() => Promise.resolve())
  const stream = streamOf({ applyConstraints })
  expect(await setTorch(stream, true)).toBe(true)
  expect(await setTorch(stream, false)).toBe(true)
  expect(applyConstraints.mock.calls).toEqual([[{ advanced: [{ torch: true }] }], [{ advanced: [{ torch: false }] }]])
})
it('reports a torch that does not switch', async () => {
  const stream = streamOf({ applyConstraints: () => Promise.reject(new DOMException('no', 'OverconstrainedError')) })
  expect(await setTorch(stream, true)).toBe(false)
})
it('offers a torch only where the camera has one', () => {
  expect(hasTorch(streamOf({ getCapabilities: () => ({ torch: true }) }))).toBe(true)
  expect(hasTorch(streamOf({ getCapabilities: () => ({ torch: false }) }))).toBe(false)
  expect(hasTorch(streamOf({}))).toBe(false)
})
