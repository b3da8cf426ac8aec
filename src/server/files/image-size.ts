import { FileRefusal } from './file-refusal'
import type { ImageKind } from './detect-file-type'

export interface ImageSize {
  width: number
  height: number
}
/** Each scan of a progressive JPEG costs a pass over all pixels and only a few bytes; cameras use about ten. */
const MAX_JPEG_SCANS = 100

/**
 * Reads the declared width and height in pixels without decoding the picture.
 * @throws FileRefusal damagedImage
 */
export function readImageSize(bytes: Buffer, kind: ImageKind): ImageSize {
  try {
    const size = kind === 'jpeg' ? readJpegSize(bytes) : kind === 'png' ? readPngSize(bytes) : readWebpSize(bytes)
    if (size && size.width > 0 && size.height > 0) return size
  } catch (error) {
    if (!(error instanceof RangeError)) throw error // read past the end: the file is truncated
  }
  throw new FileRefusal('damagedImage')
}

/** True for start-of-frame markers: C0–CF except C4, C8 and CC. @see ITU-T T.81, table B.1 */
const isFrameMarker = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
function readJpegSize(bytes: Buffer): ImageSize | null {
  let size: ImageSize | null = null
  let scanCount = 0
  let offset = 2
  while (offset + 4 <= bytes.length) {
    if (bytes[offset] !== 0xff) return null
    const marker = bytes[offset + 1]!
    if (marker === 0xff) {
      offset += 1
      continue
    }
    if (marker === 0xd9) break // end of image
    if (isFrameMarker(marker)) {
      if (size) return null
      size = { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) }
      if (marker !== 0xc2) return size // only a progressive JPEG (C2) may have many scans, which are counted
    }
    offset += 2 + bytes.readUInt16BE(offset + 2)
    if (marker !== 0xda) continue // not the start of a scan
    scanCount += 1
    if (scanCount > MAX_JPEG_SCANS) return null
    offset = findScanEnd(bytes, offset)
  }
  return size
}
/** Returns the end of the compressed pixels: the first marker that is neither a restart nor a stuffed byte. */
function findScanEnd(bytes: Buffer, from: number): number {
  for (
    let markerStart = bytes.indexOf(0xff, from);
    markerStart >= 0 && markerStart + 1 < bytes.length;
    markerStart = bytes.indexOf(0xff, markerStart + 1)
  ) {
    const markerByte = bytes[markerStart + 1]!
    if (markerByte !== 0 && markerByte !== 0xff && !(markerByte >= 0xd0 && markerByte <= 0xd7)) return markerStart
  }
  return bytes.length
}

function readPngSize(bytes: Buffer): ImageSize | null {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/**
 * Returns the larger of canvas and frame, so that a small canvas cannot hide a large frame; null for animations, which are
 * refused.
 */
function readWebpSize(bytes: Buffer): ImageSize | null {
  const size = { width: 0, height: 0 }
  const enlargeTo = (width: number, height: number) => {
    size.width = Math.max(size.width, width)
    size.height = Math.max(size.height, height)
  }
  for (
    let offset = 12;
    offset + 8 <= bytes.length;
    offset += 8 + bytes.readUInt32LE(offset + 4) + (bytes.readUInt32LE(offset + 4) & 1) // padded to an even length
  ) {
    const bodyStart = offset + 8
    const type = bytes.toString('latin1', offset, offset + 4)
    if (type === 'VP8X') enlargeTo(bytes.readUIntLE(bodyStart + 4, 3) + 1, bytes.readUIntLE(bodyStart + 7, 3) + 1)
    if (type === 'VP8 ')
      enlargeTo(bytes.readUInt16LE(bodyStart + 6) & 0x3fff, bytes.readUInt16LE(bodyStart + 8) & 0x3fff)
    if (type === 'VP8L') {
      const bits = bytes.readUInt32LE(bodyStart + 1)
      enlargeTo((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    if (type === 'ANIM') return null
  }
  return size
}

const pixelChunks = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
/** Strips a PNG to its pixels. Texts and profiles could unpack to any size; animation frames are not needed. */
export function stripPng(bytes: Buffer): Buffer {
  const chunks = [bytes.subarray(0, 8)]
  for (let offset = 8; offset + 12 <= bytes.length;) {
    const end = offset + 12 + bytes.readUInt32BE(offset)
    if (end > bytes.length) throw new FileRefusal('damagedImage')
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    if (pixelChunks.includes(type)) chunks.push(bytes.subarray(offset, end))
    if (type === 'IEND') break
    offset = end
  }
  return Buffer.concat(chunks)
}
