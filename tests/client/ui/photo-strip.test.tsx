// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/client/api/api-error'
import { createQueryClient, refreshQueries, includesResource } from '@/client/api/query-client'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { replacePhoneStore, type UnsentCommand } from '@/client/api/phone'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { createFakePhone } from '../fake-phone'
import { loadTexts } from '../texts'

const HERE = '01900000-0000-7000-8000-000000000001'
const GONE = '01900000-0000-7000-8000-000000000002'
const requestedPhotos = vi.hoisted(() => [] as string[])
const unreachable = new Set<string>()
let online = true
vi.mock('@/client/api/call-endpoint', () => ({
  callEndpoint: async (_of: unknown, { id, thumb }: { id: string; thumb: boolean }) => {
    requestedPhotos.push(`${id.at(-1)} ${thumb ? 'small' : 'whole'}`)
    if (unreachable.has(id)) throw new ApiError('network', 'no network')
    if (id === GONE && !online) throw new Error('no network')
    return new Blob([id + String(thumb)])
  },
}))
function strip(ids: readonly string[]) {
  const client = createQueryClient()
  render(<Strip ids={ids} />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return client
}
function Strip({ ids }: { ids: readonly string[] }) {
  return <PhotoStrip photos={useDisplayPhotos(ids)} />
}
beforeEach(async () => {
  await loadTexts()
  replacePhoneStore(createFakePhone())
  let n = 0
  URL.createObjectURL = () => `blob:${++n}`
})
afterEach(cleanup)

it('shows a stored photo small, and large once opened', async () => {
  strip([HERE])
  await userEvent.click(await screen.findByRole('button', { name: '查看照片 1' }))
  await waitFor(() => expect(requestedPhotos).toEqual(['1 small', '1 whole']))
  const addresses = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  await waitFor(() => expect(screen.getByAltText('照片 1').getAttribute('src')).not.toBe(addresses[0]))
})
it('announces an unavailable photo, and shows it once there is a network', async () => {
  online = false
  strip([GONE])
  await screen.findByText('1 张照片还看不到：没有网络，或尚未上传')
  online = true
  window.dispatchEvent(new Event('online'))
  await screen.findByRole('button', { name: '查看照片 1' })
  expect(screen.queryByText(/还看不到/)).toBeNull()
})
it('shows a photo of another phone as soon as its arrival is announced', async () => {
  const LATE = '01900000-0000-7000-8000-000000000009'
  unreachable.add(LATE)
  const client = strip([LATE])
  await screen.findByText(/还看不到/)
  unreachable.delete(LATE)
  act(() => refreshQueries(client, (key) => includesResource(key, ['storedFile'])))
  await screen.findByRole('button', { name: '查看照片 1' })
  expect(screen.queryByText(/还看不到/)).toBeNull()
})
it('shows a photo taken on this phone offline after it was sent', async () => {
  const OWN = '01900000-0000-7000-8000-000000000003'
  replacePhoneStore(
    createFakePhone({
      readPhoto: (id) => Promise.resolve(id === OWN ? { bytes: new Uint8Array([1]).buffer, mime: 'image/jpeg' } : null),
    }),
  )
  unreachable.add(OWN)
  strip([OWN])
  await screen.findByRole('button', { name: '查看照片 1' })
  expect(screen.queryByText(/还看不到/)).toBeNull()
})
it('shows photos in transfer once each, in order, during and after sending', async () => {
  requestedPhotos.length = 0
  let tell: (items: readonly UnsentCommand[]) => void = () => undefined
  const left = (...photos: string[]) =>
    [{ id: 'op', photos: photos.map((id) => ({ id })) }] as unknown as UnsentCommand[]
  const buildStoredPhoto = (id: string) => ({ id, bytes: new Uint8Array([1]).buffer, mime: 'image/jpeg' })
  replacePhoneStore(
    createFakePhone({
      watchCommands: (seen) => {
        tell = seen as typeof tell
        seen(left(HERE, GONE))
        return () => undefined
      },
      loadPhotos: () => Promise.resolve([buildStoredPhoto(GONE), buildStoredPhoto(HERE)]),
    }),
  )
  const getImageSources = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  strip([HERE, GONE])
  // A picture gets its address after it is drawn.
  await waitFor(() => expect(getImageSources().filter(Boolean)).toHaveLength(2))
  const previousSources = getImageSources()
  for (const items of [left(GONE), []]) {
    await act(async () => tell(items))
    expect(getImageSources()).toEqual(previousSources)
  }
  expect(requestedPhotos.filter((one) => one.endsWith('whole'))).toEqual([])
})
