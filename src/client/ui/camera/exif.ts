/** Markers of a JPEG file: its start, the segment with the EXIF data, and the start of the image data. */
const JPEG_START = 0xffd8
const APP1_SEGMENT = 0xffe1
const IMAGE_DATA_START = 0xffda
/** Start of a segment: marker and length (2 bytes each), then `Exif` and two zero bytes. */
const EXIF_HEADER_BYTES = 10
/** EXIF tag numbers (CIPA DC-008): the directory of the EXIF data, the capture time and its offset from UTC. */
const EXIF_IFD = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const OFFSET_TIME_ORIGINAL = 0x9011
/** EXIF type number of a text. */
const ASCII = 2
/** First two bytes of a TIFF block in little-endian byte order: "II". */
const LITTLE_ENDIAN_MARKER = 0x4949
/** Size of a directory entry; texts of up to 4 bytes are in the entry itself. */
const ENTRY_BYTES = 12
/** Longer texts are not dates. */
const MAX_TEXT_BYTES = 64

function readAscii(view: DataView, start: number, length: number): string {
  let text = ''
  for (let offset = start; offset < start + length; offset += 1) {
    const code = view.getUint8(offset)
    if (code === 0) break
    text += String.fromCharCode(code)
  }
  return text
}

/** Returns the start of the TIFF block inside a JPEG's APP1 segment, or -1. */
function findTiffStart(view: DataView): number {
  if (view.byteLength < 4 || view.getUint16(0) !== JPEG_START) return -1
  let offset = 2
  while (offset + 4 <= view.byteLength) {
    const marker = view.getUint16(offset)
    // No headers follow the start of the image data. A value that is not a marker means a damaged file.
    if (marker === IMAGE_DATA_START || marker >> 8 !== 0xff) return -1
    const length = view.getUint16(offset + 2)
    const tiffStart = offset + EXIF_HEADER_BYTES
    if (marker === APP1_SEGMENT && tiffStart <= view.byteLength && readAscii(view, offset + 4, 4) === 'Exif')
      return tiffStart
    offset += 2 + length
  }
  return -1
}

type DirectoryEntry = { type: number; count: number; offset: number }

/** Returns the entries of a directory by tag; `offset` is the position of the 4-byte value or value offset. */
function readDirectory(view: DataView, start: number, isLittleEndian: boolean): Map<number, DirectoryEntry> {
  const entries = new Map<number, DirectoryEntry>()
  const count = view.getUint16(start, isLittleEndian)
  for (let index = 0; index < count; index += 1) {
    const offset = start + 2 + index * ENTRY_BYTES
    entries.set(view.getUint16(offset, isLittleEndian), {
      type: view.getUint16(offset + 2, isLittleEndian),
      count: view.getUint32(offset + 4, isLittleEndian),
      offset: offset + 8,
    })
  }
  return entries
}

function readText(
  view: DataView,
  tiffStart: number,
  entry: DirectoryEntry | undefined,
  isLittleEndian: boolean,
): string {
  if (!entry || entry.type !== ASCII || entry.count > MAX_TEXT_BYTES) return ''
  const start = entry.count <= 4 ? entry.offset : tiffStart + view.getUint32(entry.offset, isLittleEndian)
  return readAscii(view, start, entry.count)
}

/** Converts `2026:05:04 13:02:11` and `+08:00` to a date; without an offset the device's time zone applies. */
function toMoment(localTime: string, offset: string): Date | null {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(localTime)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  const zoneSuffix = /^[+-]\d\d:\d\d$/.test(offset) ? offset : ''
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zoneSuffix}`)
  return Number.isNaN(date.getTime()) ? null : date
}

/**
 * Returns the capture time of a JPEG from its EXIF DateTimeOriginal; null if it is missing or damaged. The first 128
 * KiB of the file are enough: EXIF comes first and has at most 64 KiB.
 */
export function readTakenAt(bytes: ArrayBuffer): Date | null {
  const view = new DataView(bytes)
  try {
    const tiffStart = findTiffStart(view)
    if (tiffStart < 0) return null
    const isLittleEndian = view.getUint16(tiffStart) === LITTLE_ENDIAN_MARKER
    const mainDirectory = readDirectory(view, tiffStart + view.getUint32(tiffStart + 4, isLittleEndian), isLittleEndian)
    const exifPointer = mainDirectory.get(EXIF_IFD)
    if (!exifPointer) return null
    const exifDirectory = readDirectory(
      view,
      tiffStart + view.getUint32(exifPointer.offset, isLittleEndian),
      isLittleEndian,
    )
    const localTime = readText(view, tiffStart, exifDirectory.get(DATE_TIME_ORIGINAL), isLittleEndian)
    return toMoment(localTime, readText(view, tiffStart, exifDirectory.get(OFFSET_TIME_ORIGINAL), isLittleEndian))
  } catch (error) {
    // An offset points outside the file; the picture may still be fine.
    if (error instanceof RangeError) return null
    throw error
  }
}
