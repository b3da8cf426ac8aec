import { Transformer } from '@napi-rs/image'
import { describe, expect, it } from 'vitest'
import { redrawImage } from '@/server/files/image'
import { readImageSize } from '@/server/files/image-size'
import { buildPngChunk, readColour, drawPicture, buildPhonePhoto, buildPixelBomb } from './test-pictures'

const getProblem = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { problem?: string }) => error.problem,
  )
const isRed = ([r, g, b]: [number, number, number]) => r > 180 && g < 80 && b < 80

describe('pictures are re-encoded', () => {
  it("turns a phone's 12-megapixel photo upright, makes it smaller and removes its position", async () => {
    const photo = await buildPhonePhoto(4032, 3024, 6)
    expect((await new Transformer(photo).metadata(true)).orientation).toBe(6)
    expect(photo.includes('CameraMakerSecret')).toBe(true)
    let timerTicks = 0
    const timer = setInterval(() => {
      timerTicks += 1
    }, 10)
    const clean = await redrawImage(photo, 'jpeg')
    clearInterval(timer)
    expect(timerTicks).toBeGreaterThan(2) // the event loop was not blocked
    expect([clean.mime, clean.width, clean.height]).toEqual(['image/jpeg', 1920, 2560])
    // after a quarter turn clockwise the upper left corner is the upper right
    expect(isRed(await readColour(clean.bytes, 1900, 20))).toBe(true)
    expect(isRed(await readColour(clean.bytes, 20, 20))).toBe(false)
    for (const bytes of [clean.bytes, clean.thumb]) {
      expect(bytes.includes('Exif')).toBe(false)
      expect(bytes.includes('CameraMakerSecret')).toBe(false)
    }
    expect(readImageSize(clean.thumb, 'webp')).toEqual({ width: 240, height: 320 })
  })
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('understands orientation %i', async (orientation) => {
    const clean = await redrawImage(await buildPhonePhoto(160, 80, orientation), 'jpeg')
    const isTurned = orientation > 4
    expect([clean.width, clean.height]).toEqual(isTurned ? [80, 160] : [160, 80])
    const right = [2, 3, 6, 7].includes(orientation)
    const bottom = [3, 4, 7, 8].includes(orientation)
    expect(isRed(await readColour(clean.bytes, right ? clean.width - 5 : 5, bottom ? clean.height - 5 : 5))).toBe(true)
  })
  it('shrinks a very large picture, also a rotated one', async () => {
    const clean = await redrawImage(await buildPhonePhoto(6000, 3000, 6), 'jpeg')
    expect([clean.width, clean.height]).toEqual([1280, 2560])
    expect(isRed(await readColour(clean.bytes, 1270, 10))).toBe(true)
  })
  it('does not enlarge small pictures, and keeps the formats PNG and WebP', async () => {
    expect(await redrawImage(await drawPicture(40, 30).png(), 'png')).toMatchObject({
      mime: 'image/png',
      width: 40,
      height: 30,
    })
    expect(await redrawImage(await drawPicture(40, 30).webp(90), 'webp')).toMatchObject({
      mime: 'image/webp',
      width: 40,
      height: 30,
    })
    const longPicture = await redrawImage(await drawPicture(6000, 30).png(), 'png')
    expect(longPicture.width).toBe(2560)
  })
  it('removes a second file hidden in a picture', async () => {
    const script = Buffer.from('<script>alert(1)</script>')
    const jpeg = await drawPicture(64, 64).jpeg(90)
    const comment = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, script.length + 2]),
      script,
      jpeg.subarray(2),
      Buffer.from('PK\x03\x04'),
      script,
    ])
    expect((await redrawImage(comment, 'jpeg')).bytes.includes('script')).toBe(false)
    const png = await drawPicture(64, 64).png()
    const texts = Buffer.concat([
      png.subarray(0, 33),
      buildPngChunk('tEXt', Buffer.concat([Buffer.from('a\0'), script])),
      png.subarray(33),
      script,
    ])
    expect((await redrawImage(texts, 'png')).bytes.includes('script')).toBe(false)
  })
})

describe('refused before decoding', () => {
  it.each([
    ['a PNG of 10 gigapixels', 'png', () => buildPixelBomb(100_000, 100_000), 'tooManyPixels'],
    ['just over 50 megapixels', 'png', () => buildPixelBomb(10_000, 5_001), 'tooManyPixels'],
    ['no width', 'png', () => buildPixelBomb(0, 5), 'damagedImage'],
    ['a JPEG cut in its header', 'jpeg', () => Buffer.from('ffd8ffe000104a46', 'hex'), 'damagedImage'],
    ['noise', 'webp', () => Buffer.concat([Buffer.from('RIFFxxxxWEBP'), Buffer.alloc(100, 7)]), 'damagedImage'],
  ] as const)('%s', async (_, kind, bytes, expected) => {
    const start = performance.now()
    expect(await getProblem(redrawImage(bytes(), kind))).toBe(expected)
    // Far less than decoding the largest picture would take, even on a busy machine.
    expect(performance.now() - start).toBeLessThan(5_000)
  })
  it('a JPEG with thousands of progressive scans', () => {
    // a progressive frame of 8,192 × 8,192 pixels, then empty scans
    const buildJpegWithPasses = (scans: number) =>
      Buffer.concat([
        Buffer.from('ffd8ffc2000b082000200001011100', 'hex'),
        ...Array.from({ length: scans }, () => Buffer.from('ffda0008010100000000', 'hex')),
      ])
    expect(readImageSize(buildJpegWithPasses(12), 'jpeg')).toEqual({ width: 8192, height: 8192 })
    expect(() => readImageSize(buildJpegWithPasses(5_000), 'jpeg')).toThrow(
      expect.objectContaining({ problem: 'damagedImage' }),
    )
  })
  it('a WebP with a frame larger than its canvas', async () => {
    const body = Buffer.alloc(10)
    const frame = Buffer.alloc(10)
    frame.writeUInt16LE(16_000, 6)
    frame.writeUInt16LE(16_000, 8)
    const buildRiffChunk = (type: string, content: Buffer) =>
      Buffer.concat([
        Buffer.from(type),
        (() => {
          const b = Buffer.alloc(4)
          b.writeUInt32LE(content.length)
          return b
        })(),
        content,
      ])
    const webp = Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBP'),
      buildRiffChunk('VP8X', body),
      buildRiffChunk('VP8 ', frame),
    ])
    expect(await getProblem(redrawImage(webp, 'webp'))).toBe('tooManyPixels')
  })
  it('missing pixels after a valid header', async () => {
    expect(await getProblem(redrawImage(buildPixelBomb(100, 100), 'png'))).toBe('damagedImage')
  })
})
