import { Transformer } from '@napi-rs/image'
import { crc32 } from 'node:zlib'

/** Raw RGBA pixels: grey noise with a red upper left corner. */
function buildPixels(width: number, height: number): Uint8Array {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const offset = (y * width + x) * 4
      const corner = x < width / 4 && y < height / 4
      const grey = 90 + ((x * 7 + y * 13) % 64)
      data[offset] = corner ? 230 : grey
      data[offset + 1] = corner ? 20 : grey
      data[offset + 2] = corner ? 20 : grey
      data[offset + 3] = 255
    }
  }
  return data
}
export const drawPicture = (width: number, height: number): Transformer =>
  Transformer.fromRgbaPixels(buildPixels(width, height), width, height)

/** EXIF data (TIFF, little endian) with an orientation and a GPS position, as phones write it. */
function buildExif(orientation: number): Buffer {
  const buildEntry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([
      encodeUInt16(tag),
      encodeUInt16(type),
      encodeUInt32(count),
      Buffer.concat([value, Buffer.alloc(4)]).subarray(0, 4),
    ])
  const encodeDegrees = (d: number, m: number, s: number) => Buffer.concat([d, 1, m, 1, s, 1].map(encodeUInt32))
  const ifd0 = Buffer.concat([
    encodeUInt16(2),
    buildEntry(0x0112, 3, 1, encodeUInt16(orientation)),
    buildEntry(0x8825, 4, 1, encodeUInt32(38)),
    encodeUInt32(0),
  ])
  const gps = Buffer.concat([
    encodeUInt16(4),
    buildEntry(1, 2, 2, Buffer.from('N\0')),
    buildEntry(2, 5, 3, encodeUInt32(92)),
    buildEntry(3, 2, 2, Buffer.from('E\0')),
    buildEntry(4, 5, 3, encodeUInt32(116)),
    encodeUInt32(0),
  ])
  return Buffer.concat([
    Buffer.from('II*\0', 'latin1'),
    encodeUInt32(8),
    ifd0,
    gps,
    encodeDegrees(31, 14, 7),
    encodeDegrees(121, 28, 9),
    Buffer.from('CameraMakerSecret'),
  ])
}
const encodeUInt16 = (n: number) => {
  const b = Buffer.alloc(2)
  b.writeUInt16LE(n)
  return b
}
const encodeUInt32 = (n: number) => {
  const b = Buffer.alloc(4)
  b.writeUInt32LE(n)
  return b
}

/** A JPEG like a phone's: landscape pixels with an EXIF orientation (1–8) and a GPS position. */
export async function buildPhonePhoto(width: number, height: number, orientation: number): Promise<Buffer> {
  const jpeg = await drawPicture(width, height).jpeg(88)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), buildExif(orientation)])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(body.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, body, jpeg.subarray(2)])
}

export function buildPngChunk(type: string, body: Buffer): Buffer {
  const typeAndBody = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(typeAndBody))
  return Buffer.concat([head, typeAndBody, tail])
}
/** A PNG of a few bytes whose header declares the given size in pixels. */
export function buildPixelBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    buildPngChunk('IHDR', header),
    buildPngChunk('IDAT', Buffer.from('789c030000000001', 'hex')),
    buildPngChunk('IEND', Buffer.alloc(0)),
  ])
}
/** Red, green and blue (0–255) at a pixel of an encoded picture. */
export async function readColour(bytes: Buffer, x: number, y: number): Promise<[number, number, number]> {
  const { width, height } = await new Transformer(bytes).metadata()
  const raw = await new Transformer(bytes).rawPixels()
  const offset = (y * width + x) * (raw.length / (width * height))
  return [raw[offset]!, raw[offset + 1]!, raw[offset + 2]!]
}
