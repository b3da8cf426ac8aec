import { crc32, createInflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'
import { isCompound, isZip } from './first-bytes'
import { WorkbookRefusal } from './workbook-refusal'

interface ZipEntry {
  /** In lower case. */
  name: string
  compressionMethod: number
  crc: number
  packedBytes: number
  unpackedBytes: number
  offset: number
}
const MAX_ENTRIES = 2_000
const MAX_COMMENT_BYTES = 65_535

// Signatures of the records, and the lengths of their fixed parts.
export const LOCAL_HEADER_SIGNATURE = 0x04034b50
export const LOCAL_HEADER_BYTES = 30
export const DESCRIPTOR_SIGNATURE = 0x08074b50
export const DESCRIPTOR_BYTES = 16
export const DIRECTORY_RECORD_SIGNATURE = 0x02014b50
export const DIRECTORY_RECORD_BYTES = 46
export const END_RECORD_SIGNATURE = 0x06054b50
export const END_RECORD_BYTES = 22
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50
const ZIP64_LOCATOR_BYTES = 20
const ZIP64_END_RECORD_SIGNATURE = 0x06064b50
const ZIP64_END_RECORD_BYTES = 56

/** Compression methods that Excel files use. */
const STORED = 0
export const DEFLATED = 8

/**
 * Reads a zip archive in memory and unpacks at most `maxUnpackedBytes` bytes over all parts that are read. The declared
 * sizes are checked first; the real sizes are counted while unpacking.
 * @see APPNOTE.TXT 4.3.7 to 4.3.16 for the signatures and offsets of the records
 */
export class ZipReader {
  private readonly entries: Map<string, ZipEntry>
  private unpackedTotal = 0

  /** Reads the directory. @throws WorkbookRefusal notExcel, oldExcel, encrypted, damaged, tooBigUnpacked */
  constructor(
    private readonly bytes: Buffer,
    private readonly maxUnpackedBytes: number,
  ) {
    if (isCompound(bytes))
      throw new WorkbookRefusal(bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'encrypted' : 'oldExcel')
    if (bytes.length < END_RECORD_BYTES || !isZip(bytes)) throw new WorkbookRefusal('notExcel')
    this.entries = readDirectory(bytes)
    const declaredBytes = [...this.entries.values()].reduce((sum, e) => sum + e.unpackedBytes, 0)
    if (declaredBytes > maxUnpackedBytes) throw new WorkbookRefusal('tooBigUnpacked', { limit: maxUnpackedBytes })
  }

  /** True if the part exists. Part names are case-insensitive (ECMA-376-2, 6.2.2.3). */
  has(name: string): boolean {
    return this.entries.has(name.toLowerCase())
  }

  /** Yields the bytes of a part in blocks of at most 64 KB; nothing if the part does not exist. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name.toLowerCase())
    if (!entry) return
    const packedContent = getPackedContent(this.bytes, entry)
    let crc = 0
    let size = 0
    for await (const block of entry.compressionMethod === STORED ? [packedContent] : inflateBlocks(packedContent)) {
      size += block.length
      this.unpackedTotal += block.length
      if (size > entry.unpackedBytes) throw new WorkbookRefusal('damaged') // larger than declared
      if (this.unpackedTotal > this.maxUnpackedBytes)
        throw new WorkbookRefusal('tooBigUnpacked', { limit: this.maxUnpackedBytes })
      crc = crc32(block, crc)
      yield block
    }
    if (size !== entry.unpackedBytes || crc !== entry.crc) throw new WorkbookRefusal('damaged')
  }
}

async function* inflateBlocks(packed: Buffer): AsyncGenerator<Buffer> {
  const inflate = Readable.from([packed]).pipe(createInflateRaw({ chunkSize: 64 * 1024 }))
  try {
    for await (const block of inflate) yield block as Buffer
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new WorkbookRefusal('damaged')
    throw error
  }
}

function getPackedContent(bytes: Buffer, entry: ZipEntry): Buffer {
  const headerStart = entry.offset
  if (headerStart + LOCAL_HEADER_BYTES > bytes.length || bytes.readUInt32LE(headerStart) !== LOCAL_HEADER_SIGNATURE)
    throw new WorkbookRefusal('damaged')
  const start =
    headerStart + LOCAL_HEADER_BYTES + bytes.readUInt16LE(headerStart + 26) + bytes.readUInt16LE(headerStart + 28)
  if (start + entry.packedBytes > bytes.length) throw new WorkbookRefusal('damaged')
  return bytes.subarray(start, start + entry.packedBytes)
}

function readDirectory(bytes: Buffer): Map<string, ZipEntry> {
  const { count, start } = findEndRecord(bytes)
  const entries = new Map<string, ZipEntry>()
  if (count > MAX_ENTRIES) throw new WorkbookRefusal('damaged')
  let recordStart = start
  for (let i = 0; i < count; i++) {
    if (
      recordStart + DIRECTORY_RECORD_BYTES > bytes.length ||
      bytes.readUInt32LE(recordStart) !== DIRECTORY_RECORD_SIGNATURE
    )
      throw new WorkbookRefusal('damaged')
    const nameEnd = recordStart + DIRECTORY_RECORD_BYTES + bytes.readUInt16LE(recordStart + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(recordStart + 30)
    if (extraEnd > bytes.length) throw new WorkbookRefusal('damaged')
    const entry: ZipEntry = {
      name: bytes
        .toString('utf8', recordStart + DIRECTORY_RECORD_BYTES, nameEnd)
        .replaceAll('\\', '/')
        .replace(/^\//, '')
        .toLowerCase(),
      compressionMethod: bytes.readUInt16LE(recordStart + 10),
      crc: bytes.readUInt32LE(recordStart + 16),
      ...readSizes(bytes, recordStart, bytes.subarray(nameEnd, extraEnd)),
    }
    if (bytes.readUInt16LE(recordStart + 8) & 1) throw new WorkbookRefusal('encrypted')
    if ((entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) || entries.has(entry.name))
      throw new WorkbookRefusal('damaged')
    entries.set(entry.name, entry)
    recordStart = extraEnd + bytes.readUInt16LE(recordStart + 32)
  }
  assertNoOverlap([...entries.values()])
  return entries
}
const ZIP64_SENTINEL = 0xffffffff
/**
 * Reads sizes and offset of an entry. Values beyond 32 bits, or unknown to the writer, are in its ZIP64 field (APPNOTE,
 * 4.5.3).
 */
function readSizes(
  bytes: Buffer,
  recordStart: number,
  extra: Buffer,
): Pick<ZipEntry, 'packedBytes' | 'unpackedBytes' | 'offset'> {
  const zip64Field = findZip64Field(extra)
  let fieldOffset = 0
  const readValue = (offset: number): number => {
    const value = bytes.readUInt32LE(recordStart + offset)
    if (value !== ZIP64_SENTINEL) return value
    if (!zip64Field || fieldOffset + 8 > zip64Field.length) throw new WorkbookRefusal('damaged')
    fieldOffset += 8
    return readUInt64(zip64Field, fieldOffset - 8)
  }
  // Read in the order of the values in the ZIP64 field.
  const unpackedBytes = readValue(24)
  const packedBytes = readValue(20)
  return { unpackedBytes, packedBytes, offset: readValue(42) }
}
function findZip64Field(extra: Buffer): Buffer | null {
  for (let offset = 0; offset + 4 <= extra.length; offset += 4 + extra.readUInt16LE(offset + 2))
    if (extra.readUInt16LE(offset) === 1) return extra.subarray(offset + 4, offset + 4 + extra.readUInt16LE(offset + 2))
  return null
}
function readUInt64(bytes: Buffer, offset: number): number {
  const value = bytes.readBigUInt64LE(offset)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new WorkbookRefusal('damaged')
  return Number(value)
}
/**
 * Finds the number of entries and the offset of the first one. A comment may follow the end record.
 */
function findEndRecord(bytes: Buffer): { count: number; start: number } {
  const lastStart = bytes.length - END_RECORD_BYTES
  for (let recordStart = lastStart; recordStart >= Math.max(0, lastStart - MAX_COMMENT_BYTES); recordStart--) {
    if (bytes.readUInt32LE(recordStart) !== END_RECORD_SIGNATURE) continue
    const [count, start] = [bytes.readUInt16LE(recordStart + 10), bytes.readUInt32LE(recordStart + 16)]
    return count === 0xffff || start === ZIP64_SENTINEL
      ? readZip64EndRecord(bytes, recordStart - ZIP64_LOCATOR_BYTES)
      : { count, start }
  }
  throw new WorkbookRefusal('damaged')
}
/** Reads the ZIP64 end record, whose locator precedes the end record (APPNOTE, 4.3.14 and 4.3.15). */
function readZip64EndRecord(bytes: Buffer, locatorStart: number): { count: number; start: number } {
  if (locatorStart < 0 || bytes.readUInt32LE(locatorStart) !== ZIP64_LOCATOR_SIGNATURE)
    throw new WorkbookRefusal('damaged')
  const recordStart = readUInt64(bytes, locatorStart + 8)
  if (
    recordStart + ZIP64_END_RECORD_BYTES > bytes.length ||
    bytes.readUInt32LE(recordStart) !== ZIP64_END_RECORD_SIGNATURE
  )
    throw new WorkbookRefusal('damaged')
  return { count: readUInt64(bytes, recordStart + 32), start: readUInt64(bytes, recordStart + 48) }
}
/** Asserts that parts do not share packed bytes, because the strongest zip bombs consist of overlapping parts. */
function assertNoOverlap(entries: ZipEntry[]): void {
  let end = 0
  for (const entry of entries.sort((a, b) => a.offset - b.offset)) {
    if (entry.offset < end) throw new WorkbookRefusal('damaged')
    end = entry.offset + LOCAL_HEADER_BYTES + entry.packedBytes
  }
}
