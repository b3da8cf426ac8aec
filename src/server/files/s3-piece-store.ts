import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isUuid } from '@/contract/id'
import { createMissingFileError } from './file-store'
import type { PieceStore } from './piece-store'
import { S3Client, type S3Object } from './s3-client'
import { translateMissing } from './s3-file-store'
import type { S3Settings } from './s3-settings'

const PREFIX = 'uploads/'
/** Digits of an offset in a key, so that keys sort like offsets. */
const OFFSET_DIGITS = 12

interface Piece {
  key: string
  offset: number
  size: number
}

/** One object per piece: `uploads/<id>/<offset>`. An object cannot grow, so an upload is a chain of adjoining pieces. */
export class S3PieceStore implements PieceStore {
  private readonly client: S3Client
  constructor(settings: S3Settings) {
    this.client = new S3Client(settings)
  }

  async write(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const key = `${toFolder(id)}${String(offset).padStart(OFFSET_DIGITS, '0')}`
    await this.client.put(key, sha256, bytes as Uint8Array<ArrayBuffer>)
  }
  async fetchSize(id: string): Promise<number> {
    const lastPiece = (await this.listChain(id)).at(-1)
    return lastPiece ? lastPiece.offset + lastPiece.size : 0
  }
  read(id: string, end?: number): Readable {
    return Readable.from(this.readChain(id, end), { objectMode: false })
  }
  async readAll(id: string): Promise<Buffer> {
    return buffer(this.read(id))
  }
  async remove(id: string): Promise<void> {
    for await (const { key } of this.client.list(toFolder(id))) await this.client.remove(key)
  }
  async removeOldUploads(beforeMs: number): Promise<number> {
    const objectsById = new Map<string, S3Object[]>()
    for await (const object of this.client.list(PREFIX)) {
      const id = object.key.slice(PREFIX.length).split('/')[0]!
      objectsById.set(id, [...(objectsById.get(id) ?? []), object])
    }
    const oldUploads = [...objectsById.values()].filter((objects) =>
      objects.every(({ changedAtMs }) => changedAtMs < beforeMs),
    )
    for (const { key } of oldUploads.flat()) await this.client.remove(key)
    return oldUploads.length
  }

  /** Lists the pieces from the beginning that follow each other without a gap. Skips pieces of earlier attempts. */
  private async listChain(id: string): Promise<Piece[]> {
    const chain: Piece[] = []
    let end = 0
    for await (const { key, size } of this.client.list(toFolder(id))) {
      const offset = Number(key.slice(-OFFSET_DIGITS))
      if (offset !== end) continue
      chain.push({ key, offset, size })
      end += size
    }
    return chain
  }
  private async *readChain(id: string, end = Number.POSITIVE_INFINITY): AsyncGenerator<Uint8Array, void> {
    const pieces = (await this.listChain(id)).filter(({ offset }) => offset < end)
    if (pieces.length === 0) throw createMissingFileError()
    for (const { key, offset } of pieces) {
      const bytes = await translateMissing(() => this.client.fetchBytes(key))
      yield bytes.subarray(0, Math.min(bytes.byteLength, end - offset))
    }
  }
}

function toFolder(id: string): string {
  if (!isUuid(id)) throw new RangeError('an upload is named by a UUID')
  return `${PREFIX}${id.toLowerCase()}/`
}
