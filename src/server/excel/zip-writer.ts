import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import {
  DEFLATED,
  DESCRIPTOR_BYTES,
  DESCRIPTOR_SIGNATURE,
  DIRECTORY_RECORD_BYTES,
  DIRECTORY_RECORD_SIGNATURE,
  END_RECORD_BYTES,
  END_RECORD_SIGNATURE,
  LOCAL_HEADER_BYTES,
  LOCAL_HEADER_SIGNATURE,
} from './zip-reader'

export interface ZipPart {
  name: string
  content: string | Uint8Array | AsyncIterable<string>
}
interface WrittenEntry {
  name: Buffer
  crc: number
  packedBytes: number
  unpackedBytes: number
  offset: number
}

/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const GENERAL_PURPOSE_FLAGS = 0x0808
/** Version 2.0 of the format, which has the DEFLATE method. */
const FORMAT_VERSION = 20
/** 1 January 1980, constant so that the same rows give the same bytes. */
const DOS_DATE = 0x21
const MAX_PART_BYTES = 0xffff_ffff

/**
 * Writes a zip archive part by part, with only a few blocks in memory.
 * @see APPNOTE.TXT 4.3.7 to 4.3.16 for the signatures and offsets of the records
 * @throws errors of a part's content; RangeError beyond 4 GB (no zip64)
 */
export async function* writeZip(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const writtenEntries: WrittenEntry[] = []
  let offset = 0
  for (const part of parts) {
    const entry: WrittenEntry = { name: Buffer.from(part.name), crc: 0, packedBytes: 0, unpackedBytes: 0, offset }
    yield buildLocalHeader(entry)
    for await (const block of deflatePart(part.content, entry)) {
      entry.packedBytes += block.length
      yield block
    }
    if (entry.unpackedBytes > MAX_PART_BYTES || offset + entry.packedBytes > MAX_PART_BYTES)
      throw new RangeError('a zip part past 4 GB')
    yield buildDescriptor(entry)
    offset += LOCAL_HEADER_BYTES + entry.name.length + entry.packedBytes + DESCRIPTOR_BYTES
    writtenEntries.push(entry)
  }
  const directory = Buffer.concat(writtenEntries.map(buildDirectoryRecord))
  yield directory
  yield buildEndRecord(writtenEntries.length, directory.length, offset)
}

async function* deflatePart(content: ZipPart['content'], entry: WrittenEntry): AsyncGenerator<Buffer> {
  async function* measureBytes() {
    for await (const block of typeof content === 'string' || content instanceof Uint8Array ? [content] : content) {
      const bytes = Buffer.from(block)
      entry.crc = crc32(bytes, entry.crc)
      entry.unpackedBytes += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED + 2, chunkSize: 64 * 1024 })
  // The pipeline propagates source errors to the reader below, and an aborted read to the source.
  const feedingPromise = pipeline(Readable.from(measureBytes(), { objectMode: true, highWaterMark: 2 }), deflate)
  feedingPromise.catch(() => undefined) // the loop below throws the same error
  for await (const block of deflate) yield block as Buffer
  await feedingPromise
}

function buildLocalHeader(entry: WrittenEntry): Buffer {
  const header = Buffer.alloc(LOCAL_HEADER_BYTES)
  header.writeUInt32LE(LOCAL_HEADER_SIGNATURE, 0)
  header.writeUInt16LE(FORMAT_VERSION, 4)
  header.writeUInt16LE(GENERAL_PURPOSE_FLAGS, 6)
  header.writeUInt16LE(DEFLATED, 8)
  header.writeUInt16LE(DOS_DATE, 12)
  header.writeUInt16LE(entry.name.length, 26)
  return Buffer.concat([header, entry.name])
}
function buildDescriptor(entry: WrittenEntry): Buffer {
  const descriptor = Buffer.alloc(DESCRIPTOR_BYTES)
  descriptor.writeUInt32LE(DESCRIPTOR_SIGNATURE, 0)
  descriptor.writeUInt32LE(entry.crc, 4)
  descriptor.writeUInt32LE(entry.packedBytes, 8)
  descriptor.writeUInt32LE(entry.unpackedBytes, 12)
  return descriptor
}
function buildDirectoryRecord(entry: WrittenEntry): Buffer {
  const header = Buffer.alloc(DIRECTORY_RECORD_BYTES)
  header.writeUInt32LE(DIRECTORY_RECORD_SIGNATURE, 0)
  header.writeUInt16LE(FORMAT_VERSION, 4)
  header.writeUInt16LE(FORMAT_VERSION, 6)
  header.writeUInt16LE(GENERAL_PURPOSE_FLAGS, 8)
  header.writeUInt16LE(DEFLATED, 10)
  header.writeUInt16LE(DOS_DATE, 14)
  header.writeUInt32LE(entry.crc, 16)
  header.writeUInt32LE(entry.packedBytes, 20)
  header.writeUInt32LE(entry.unpackedBytes, 24)
  header.writeUInt16LE(entry.name.length, 28)
  header.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([header, entry.name])
}
function buildEndRecord(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(END_RECORD_BYTES)
  record.writeUInt32LE(END_RECORD_SIGNATURE, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(size, 12)
  record.writeUInt32LE(offset, 16)
  return record
}
