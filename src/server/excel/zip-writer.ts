import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  name: string
  content: string | Uint8Array | AsyncIterable<string>
}
interface WrittenEntry {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1 January 1980, constant so that the same rows give the same bytes. */
const DOS_DATE = 0x21
const MAX_PART_BYTES = 0xffff_ffff

/**
 * Writes a zip archive part by part, with only a few blocks in memory.
 * @throws errors of a part's content; RangeError beyond 4 GB (no zip64)
 */
export async function* writeZip(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = []
  let offset = 0
  for (const part of parts) {
    const entry: WrittenEntry = { name: Buffer.from(part.name), crc: 0, packed: 0, size: 0, offset }
    yield buildLocalHeader(entry)
    for await (const block of deflatePart(part.content, entry)) {
      entry.packed += block.length
      yield block
    }
    if (entry.size > MAX_PART_BYTES || offset + entry.packed > MAX_PART_BYTES)
      throw new RangeError('a zip part past 4 GB')
    yield buildDescriptor(entry)
    offset += 30 + entry.name.length + entry.packed + 16
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(buildCentralRecord))
  yield directory
  yield buildEndRecord(written.length, directory.length, offset)
}

async function* deflatePart(content: ZipPart['content'], entry: WrittenEntry): AsyncGenerator<Buffer> {
  async function* countBytes() {
    for await (const block of typeof content === 'string' || content instanceof Uint8Array ? [content] : content) {
      const bytes = Buffer.from(block)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED + 2, chunkSize: 64 * 1024 })
  // The pipeline propagates source errors to the reader below, and an aborted read to the source.
  const feeding = pipeline(Readable.from(countBytes(), { objectMode: true, highWaterMark: 2 }), deflate)
  feeding.catch(() => undefined) // the loop below throws the same error
  for await (const block of deflate) yield block as Buffer
  await feeding
}

function buildLocalHeader(entry: WrittenEntry): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATE, 8)
  head.writeUInt16LE(DOS_DATE, 12)
  head.writeUInt16LE(entry.name.length, 26)
  return Buffer.concat([head, entry.name])
}
function buildDescriptor(entry: WrittenEntry): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(entry.crc, 4)
  tail.writeUInt32LE(entry.packed, 8)
  tail.writeUInt32LE(entry.size, 12)
  return tail
}
function buildCentralRecord(entry: WrittenEntry): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(20, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATE, 10)
  head.writeUInt16LE(DOS_DATE, 14)
  head.writeUInt32LE(entry.crc, 16)
  head.writeUInt32LE(entry.packed, 20)
  head.writeUInt32LE(entry.size, 24)
  head.writeUInt16LE(entry.name.length, 28)
  head.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([head, entry.name])
}
function buildEndRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
