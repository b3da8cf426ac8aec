import { crc32, createInflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'
import { isCompound, isZip } from './first-bytes'
import { SheetRefusal } from './refusal'

interface Entry {
  /** In lower case. */
  name: string
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}
const MOST_ENTRIES = 2_000

/**
 * Reads a zip archive in memory. Declared sizes are checked first, and the real ones are counted while unpacking: at
 * most `maxUnpacked` bytes over all parts that are read.
 */
export class ZipReader {
  private readonly entries: Map<string, Entry>
  private unpacked = 0

  /** Reads the directory. @throws WorkbookRefusal notExcel, oldExcel, encrypted, damaged, tooBigUnpacked */
  constructor(
    private readonly bytes: Buffer,
    private readonly maxUnpacked: number,
  ) {
    if (isCompound(bytes))
      throw new SheetRefusal(bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'encrypted' : 'oldExcel')
    if (bytes.length < 22 || !isZip(bytes)) throw new SheetRefusal('notExcel')
    this.entries = directoryOf(bytes)
    const declared = [...this.entries.values()].reduce((sum, e) => sum + e.size, 0)
    if (declared > maxUnpacked) throw new SheetRefusal('tooBigUnpacked', { limit: maxUnpacked })
  }

  /** True if the part exists. Part names are case-insensitive (ECMA-376-2, 6.2.2.3). */
  has(name: string): boolean {
    return this.entries.has(name.toLowerCase())
  }

  /** Yields the bytes of a part in blocks of at most 64 KB; nothing if the part does not exist. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name.toLowerCase())
    if (!entry) return
    const packed = contentOf(this.bytes, entry)
    let crc = 0
    let size = 0
    for await (const block of entry.method === 0 ? [packed] : inflated(packed)) {
      size += block.length
      this.unpacked += block.length
      if (size > entry.size) throw new SheetRefusal('damaged') // declares less than it holds
      if (this.unpacked > this.maxUnpacked) throw new SheetRefusal('tooBigUnpacked', { limit: this.maxUnpacked })
      crc = crc32(block, crc)
      yield block
    }
    if (size !== entry.size || crc !== entry.crc) throw new SheetRefusal('damaged')
  }
}

async function* inflated(packed: Buffer): AsyncGenerator<Buffer> {
  const inflate = Readable.from([packed]).pipe(createInflateRaw({ chunkSize: 64 * 1024 }))
  try {
    for await (const block of inflate) yield block as Buffer
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new SheetRefusal('damaged')
    throw error
  }
}

function contentOf(bytes: Buffer, entry: Entry): Buffer {
  const at = entry.offset
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) throw new SheetRefusal('damaged')
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (start + entry.packed > bytes.length) throw new SheetRefusal('damaged')
  return bytes.subarray(start, start + entry.packed)
}

function directoryOf(bytes: Buffer): Map<string, Entry> {
  const { count, start } = endOf(bytes)
  const entries = new Map<string, Entry>()
  if (count > MOST_ENTRIES) throw new SheetRefusal('damaged')
  let at = start
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw new SheetRefusal('damaged')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    if (extraEnd > bytes.length) throw new SheetRefusal('damaged')
    const entry: Entry = {
      name: bytes
        .toString('utf8', at + 46, nameEnd)
        .replaceAll('\\', '/')
        .replace(/^\//, '')
        .toLowerCase(),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      ...sizesOf(bytes, at, bytes.subarray(nameEnd, extraEnd)),
    }
    if (bytes.readUInt16LE(at + 8) & 1) throw new SheetRefusal('encrypted')
    if ((entry.method !== 0 && entry.method !== 8) || entries.has(entry.name)) throw new SheetRefusal('damaged')
    entries.set(entry.name, entry)
    at = extraEnd + bytes.readUInt16LE(at + 32)
  }
  refuseOverlap([...entries.values()])
  return entries
}
const IN_EXTRA = 0xffffffff
/**
 * Reads sizes and offset of an entry. Values beyond 32 bits, or unknown to the writer, are in its ZIP64 field (APPNOTE,
 * 4.5.3).
 */
function sizesOf(bytes: Buffer, at: number, extra: Buffer): Pick<Entry, 'packed' | 'size' | 'offset'> {
  const large = largeField(extra)
  let next = 0
  const read = (from: number): number => {
    const value = bytes.readUInt32LE(at + from)
    if (value !== IN_EXTRA) return value
    if (!large || next + 8 > large.length) throw new SheetRefusal('damaged')
    next += 8
    return wholeNumber(large, next - 8)
  }
  // In the order of the ZIP64 field.
  const size = read(24)
  const packed = read(20)
  return { size, packed, offset: read(42) }
}
function largeField(extra: Buffer): Buffer | null {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  return null
}
function wholeNumber(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new SheetRefusal('damaged')
  return Number(value)
}
/**
 * Finds the number of entries and the offset of the first one. The end record precedes a comment of at most 65,535
 * bytes.
 */
function endOf(bytes: Buffer): { count: number; start: number } {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 65_535); at--) {
    if (bytes.readUInt32LE(at) !== 0x06054b50) continue
    const [count, start] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16)]
    return count === 0xffff || start === IN_EXTRA ? largeEnd(bytes, at - 20) : { count, start }
  }
  throw new SheetRefusal('damaged')
}
/** Reads the ZIP64 end record, whose locator precedes the end record (APPNOTE, 4.3.14 and 4.3.15). */
function largeEnd(bytes: Buffer, locator: number): { count: number; start: number } {
  if (locator < 0 || bytes.readUInt32LE(locator) !== 0x07064b50) throw new SheetRefusal('damaged')
  const at = wholeNumber(bytes, locator + 8)
  if (at + 56 > bytes.length || bytes.readUInt32LE(at) !== 0x06064b50) throw new SheetRefusal('damaged')
  return { count: wholeNumber(bytes, at + 32), start: wholeNumber(bytes, at + 48) }
}
/** Asserts that parts do not share packed bytes; overlapping parts are how the strongest zip bombs are made. */
function refuseOverlap(entries: Entry[]): void {
  let end = 0
  for (const entry of entries.sort((a, b) => a.offset - b.offset)) {
    if (entry.offset < end) throw new SheetRefusal('damaged')
    end = entry.offset + 30 + entry.packed
  }
}
