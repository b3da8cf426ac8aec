import { describe, expect, it } from 'vitest'
import { compressPhoto, fitToEdge } from '@/client/ui/camera/compress-photo'
import { readTakenAt } from '@/client/ui/camera/exif'

type Tags = { taken?: string; offset?: string }

/** A JPEG's headers with a handmade EXIF block; no picture follows. */
function jpeg({ taken, offset }: Tags, little: boolean): ArrayBuffer {
  const entries = [
    [0x9003, taken],
    [0x9011, offset],
  ].filter((entry): entry is [number, string] => typeof entry[1] === 'string')
  const texts = entries.map(([, text]) => `${text}\0`)
  const exifAt = 26
  const dataAt = exifAt + 2 + entries.length * 12 + 4
  const size = dataAt + texts.join('').length
  const tiff = new DataView(new ArrayBuffer(size))
  const text = (at: number, value: string) =>
    [...value].forEach((letter, index) => tiff.setUint8(at + index, letter.charCodeAt(0)))
  text(0, little ? 'II' : 'MM')
  tiff.setUint16(2, 42, little)
  tiff.setUint32(4, 8, little)
  tiff.setUint16(8, 1, little)
  tiff.setUint16(10, 0x8769, little)
  tiff.setUint16(12, 4, little)
  tiff.setUint32(14, 1, little)
  tiff.setUint32(18, exifAt, little)
  tiff.setUint16(exifAt, entries.length, little)
  let data = dataAt
  entries.forEach(([tag], index) => {
    const at = exifAt + 2 + index * 12
    const value = texts[index] ?? ''
    tiff.setUint16(at, tag, little)
    tiff.setUint16(at + 2, 2, little)
    tiff.setUint32(at + 4, value.length, little)
    tiff.setUint32(at + 8, data, little)
    text(data, value)
    data += value.length
  })
  const app0 = [0xff, 0xe0, 0, 4, 0, 0]
  const length = size + 8
  const app1 = [0xff, 0xe1, length >> 8, length & 0xff, ...Buffer.from('Exif\0\0')]
  return Uint8Array.from([0xff, 0xd8, ...app0, ...app1, ...new Uint8Array(tiff.buffer), 0xff, 0xda]).buffer
}

describe.each([true, false])('readTakenAt, little-endian %s', (little) => {
  it('reads the time with its offset', () => {
    const file = jpeg({ taken: '2026:05:04 13:02:11', offset: '+08:00' }, little)
    expect(readTakenAt(file)?.toISOString()).toBe('2026-05-04T05:02:11.000Z')
  })
  it('uses the device zone without an offset', () => {
    const file = jpeg({ taken: '2026:05:04 13:02:11' }, little)
    expect(readTakenAt(file)).toEqual(new Date(2026, 4, 4, 13, 2, 11))
  })
  it.each([{}, { taken: '0000:00:00 00:00:00' }, { taken: '2026-05-04' }, { taken: '    :  :     :  :  ' }])(
    'has no answer for %o',
    (tags) => {
      expect(readTakenAt(jpeg(tags, little))).toBeNull()
    },
  )
  it('survives a truncated file', () => {
    const whole = jpeg({ taken: '2026:05:04 13:02:11', offset: '+08:00' }, little)
    for (let length = 0; length < whole.byteLength - 10; length += 1) {
      expect(() => readTakenAt(whole.slice(0, length))).not.toThrow()
    }
  })
})

it('returns nothing for other files', () => {
  expect(readTakenAt(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>').buffer)).toBeNull()
})

describe('compressPhoto refuses', () => {
  it.each([
    ['text', 'not_image', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a program', 'not_image', '\x7fELF............'],
    ['nothing', 'not_image', ''],
    // jsdom and Node cannot decode pictures, and a header alone is no picture either.
    ['a head alone', 'unreadable', '\x89PNG\r\n\x1a\n....'],
  ])('%s as %s', async (_, fault, content) => {
    const file = new Blob([Uint8Array.from(content, (letter) => letter.charCodeAt(0))], { type: 'image/jpeg' })
    await expect(compressPhoto(file)).rejects.toMatchObject({ name: 'PhotoError', fault })
  })
  it('a file over the limit before reading it', async () => {
    await expect(compressPhoto(new Blob(['x'.repeat(11)]), { maxBytes: 10 })).rejects.toMatchObject({
      fault: 'too_large',
    })
  })
})

it.each([
  [4000, 3000, 1600, 1200],
  [3000, 4000, 1200, 1600],
  [800, 600, 800, 600],
  [100_000, 1, 1600, 1],
])('%d × %d fits as %d × %d', (width, height, fitWidth, fitHeight) => {
  expect(fitToEdge(width, height, 1600)).toEqual({ width: fitWidth, height: fitHeight })
})
