import { Transformer } from '@napi-rs/image'
import { crc32 } from 'node:zlib'

/** A picture with a red upper left corner on grey noise, as raw RGBA. */
function pixels(width: number, height: number): Uint8Array {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const corner = x < width / 4 && y < height / 4
      const grey = 90 + ((x * 7 + y * 13) % 64)
      data[at] = corner ? 230 : grey
      data[at + 1] = corner ? 20 : grey
      data[at + 2] = corner ? 20 : grey
      data[at + 3] = 255
    }
  }
  return data
}
export const drawn = (width: number, height: number): Transformer =>
  Transformer.fromRgbaPixels(pixels(width, height), width, height)

/** EXIF (TIFF, little endian) with an orientation and a position, as phones write it. */
function exif(orientation: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([u16(tag), u16(type), u32(count), Buffer.concat([value, Buffer.alloc(4)]).subarray(0, 4)])
  const degrees = (d: number, m: number, s: number) => Buffer.concat([d, 1, m, 1, s, 1].map(u32))
  const ifd0 = Buffer.concat([u16(2), entry(0x0112, 3, 1, u16(orientation)), entry(0x8825, 4, 1, u32(38)), u32(0)])
  const gps = Buffer.concat([
    u16(4),
    entry(1, 2, 2, Buffer.from('N\0')),
    entry(2, 5, 3, u32(92)),
    entry(3, 2, 2, Buffer.from('E\0')),
    entry(4, 5, 3, u32(116)),
    u32(0),
  ])
  return Buffer.concat([
    Buffer.from('II*\0', 'latin1'),
    u32(8),
    ifd0,
    gps,
    degrees(31, 14, 7),
    degrees(121, 28, 9),
    Buffer.from('CameraMakerSecret'),
  ])
}
const u16 = (n: number) => {
  const b = Buffer.alloc(2)
  b.writeUInt16LE(n)
  return b
}
const u32 = (n: number) => {
  const b = Buffer.alloc(4)
  b.writeUInt32LE(n)
  return b
}

/** A JPEG as a phone takes it: landscape pixels, told to be shown turned, with a position. */
export async function phonePhoto(width: number, height: number, orientation: number): Promise<Buffer> {
  const jpeg = await drawn(width, height).jpeg(88)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(orientation)])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(body.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, body, jpeg.subarray(2)])
}

export function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(typed))
  return Buffer.concat([head, typed, tail])
}
/** A PNG of a few bytes that says it is as large as told. */
export function pixelBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('789c030000000001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
/** Red, green and blue at a place of an encoded picture. */
export async function colourAt(bytes: Buffer, x: number, y: number): Promise<[number, number, number]> {
  const { width, height } = await new Transformer(bytes).metadata()
  const raw = await new Transformer(bytes).rawPixels()
  const at = (y * width + x) * (raw.length / (width * height))
  return [raw[at]!, raw[at + 1]!, raw[at + 2]!]
}
