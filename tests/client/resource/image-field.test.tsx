// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render as draw, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { replacePhoneStore, type UnsentCommand } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { FormScopeContext, type FormScope } from '@/client/fields/form-scope'
import { imageParts } from '@/client/fields/image'
import type { CameraProps } from '@/client/ui/camera/photo'
import { image } from '@/contract/field'
import { createFakePhone } from '../fake-phone'
import { startFakeServer } from '../fake-server'
import { loadTexts } from '../texts'

const shot = { bytes: new Uint8Array([1]), mime: 'image/jpeg', takenAt: '2026-11-20T02:00:00.000Z' }
// Three files chosen at once arrive in the props of one render.
vi.mock('@/client/ui/CameraDialog', () => ({
  CameraDialog: ({ onPhoto, max }: CameraProps) => (
    <button
      onClick={() => {
        for (let n = 0; n < 3; n += 1) onPhoto(shot as never)
      }}
    >
      three of {max}
    </button>
  ),
}))
const { Input, Value } = imageParts
const render = (field: ReactNode) =>
  draw(<QueryClientProvider client={createQueryClient()}>{field}</QueryClientProvider>)
const field = image({ max: 9 })
const place = { area: 'contract', owner: 'x' }

beforeEach(async () => {
  await loadTexts()
  startFakeServer()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('photos chosen at once are all added after the existing ones', async () => {
  const seen: string[][] = []
  const photos = new Map<string, never>()
  const scope = {
    usesOutbox: true,
    photos,
    addPhoto: (photo: { id: string }) => {
      photos.set(photo.id, { data: new Uint8Array([1]), ...photo } as never)
    },
    dropPhoto: () => undefined,
    refs: {},
  } as unknown as FormScope
  function Form() {
    const [value, setValue] = useState<unknown>(['first'])
    return (
      <FormScopeContext.Provider value={scope}>
        <Input
          field={field}
          name="images"
          place={place}
          id="i"
          label="照片"
          value={value}
          onChange={(next) => {
            seen.push(next as string[])
            setValue(next)
          }}
        />
      </FormScopeContext.Provider>
    )
  }
  replacePhoneStore(createFakePhone())
  render(<Form />)
  await userEvent.click(screen.getByRole('button', { name: '拍照 照片' }))
  await userEvent.click(screen.getByText('three of 8'))
  expect([seen.at(-1)?.length, seen.at(-1)?.[0], new Set(seen.at(-1)).size]).toEqual([4, 'first', 4])
})
it('a photo still on this phone is shown from the phone', async () => {
  const requestedPhotos: string[] = []
  const item = { id: 'op', photos: [{ id: 'p1' }] } as unknown as UnsentCommand
  replacePhoneStore(
    createFakePhone({
      watchCommands: (seen) => {
        seen([item])
        return () => undefined
      },
      loadPhotos: (id) => {
        requestedPhotos.push(id)
        return Promise.resolve([{ id: 'p1', bytes: new Uint8Array([1]), mime: 'image/jpeg' }] as never)
      },
    }),
  )
  render(<Value field={field} name="images" place={place} value={['p1']} refs={{}} isDetail />)
  await waitFor(() => expect(document.querySelectorAll('.ui-photos img').length).toBe(1))
  expect(requestedPhotos).toEqual(['op'])
})
it('a photo still on this phone is shown in the form that corrects its command', async () => {
  const item = { id: 'op', photos: [{ id: 'p1' }] } as unknown as UnsentCommand
  replacePhoneStore(
    createFakePhone({
      watchCommands: (seen) => {
        seen([item])
        return () => undefined
      },
      loadPhotos: () => Promise.resolve([{ id: 'p1', bytes: new Uint8Array([1]), mime: 'image/jpeg' }] as never),
    }),
  )
  render(<Input field={field} name="images" place={place} id="i" label="照片" value={['p1']} />)
  await waitFor(() => expect(document.querySelectorAll('.ui-photos img[src]').length).toBe(1))
  expect(document.querySelector('.ui-photo-missing')).toBeNull()
})
it('a photo without a known address has a placeholder, and no empty address', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  replacePhoneStore(createFakePhone())
  render(<Input field={field} name="images" place={place} id="i" label="照片" value={['p1', 'p2']} />)
  expect(document.querySelectorAll('.ui-photos li').length).toBe(2)
  expect(document.querySelectorAll('.ui-photos img').length).toBe(0)
  // React logs an error for `src=""` and for duplicate keys.
  expect(said.mock.calls).toEqual([])
  said.mockRestore()
})
