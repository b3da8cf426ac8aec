import { afterEach, expect, test, vi } from 'vitest'
import { compressPhoto } from '@/client/ui/camera/compress-photo'
import { PhotoError } from '@/client/ui/camera/photo'

afterEach(() => vi.unstubAllGlobals())
const file = (head: string) => new Blob([Uint8Array.from(head, (c) => c.charCodeAt(0)), new Uint8Array(64)])
const faultOf = (head: string) =>
  compressPhoto(file(head)).then(
    () => null,
    (error: unknown) => (error instanceof PhotoError ? error.fault : error),
  )

test.each([
  ['an iPhone picture that the browser cannot read says what to set', '\0\0\0\x18ftypheic', 'heic'],
  ['the sequence kind too', '\0\0\0\x18ftypmsf1', 'heic'],
  ['a damaged JPEG is only unreadable', '\xff\xd8\xff\xe0', 'unreadable'],
  ['a drawing is no photo', '<svg xmlns=""', 'not_image'],
])('%s', async (_what, head, fault) => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('cannot decode')))
  expect(await faultOf(head)).toBe(fault)
})
test('a GIF is read by the browser, its first picture becomes a JPEG', async () => {
  const drawn: unknown[] = []
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 3200, height: 1600, close: () => undefined }))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(
        readonly width: number,
        readonly height: number,
      ) {}
      getContext = () => ({ drawImage: (...args: unknown[]) => drawn.push(args.slice(1)) })
      convertToBlob = () => Promise.resolve(new Blob(['jpeg'], { type: 'image/jpeg' }))
    },
  )
  expect(await compressPhoto(file('GIF89a'))).toMatchObject({ mime: 'image/jpeg', width: 1600, height: 800 })
  expect(drawn).toEqual([[0, 0, 1600, 800]])
})
