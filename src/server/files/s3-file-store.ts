import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import {
  assertHashName,
  createMissingFileError,
  DamagedFile,
  FileStoreUnavailable,
  type FileStore,
  type StoredBytes,
  type StreamSource,
} from './file-store'
import { isObjectMissing, S3Client } from './s3-client'
import type { S3Settings } from './s3-settings'

const PREFIX = 'files/'
/** A connection that delivers nothing for this long is given up. */
const STALL_TIMEOUT_MS = 15_000
const MAX_RESUMPTIONS = 3
const RESUMPTION_PAUSE_MS = 300

/** Files in a bucket: `files/<first two digits>/<sha256>`. Any number of instances may share it. */
export class S3FileStore implements FileStore {
  private readonly client: S3Client
  constructor(settings: S3Settings) {
    this.client = new S3Client(settings)
  }

  get place(): string {
    return this.client.place
  }
  async put(sha256: string, content: Uint8Array | StreamSource): Promise<void> {
    const key = toKey(sha256)
    if (content instanceof Uint8Array) {
      const actualHash = createHash('sha256').update(content).digest('hex')
      if (actualHash !== sha256) throw new Error(`bytes with the SHA-256 ${actualHash} were to be stored as ${sha256}`)
    }
    await this.client.put(key, sha256, content as Uint8Array<ArrayBuffer> | StreamSource)
  }
  async read(sha256: string, range?: { start: number; end: number }): Promise<Readable> {
    const key = toKey(sha256)
    const controller = new AbortController()
    const firstAnswer = await this.open(key, range, controller.signal)
    const stream = Readable.from(this.readWithResumption(key, sha256, range, firstAnswer, controller.signal), {
      objectMode: false,
    })
    // A reader that leaves early, or never begins, must not hold the connection.
    stream.once('close', () => controller.abort())
    return stream
  }
  async has(sha256: string): Promise<boolean> {
    try {
      await this.client.fetchSize(toKey(sha256))
      return true
    } catch (error) {
      if (isObjectMissing(error)) return false
      throw error
    }
  }
  async fetchSize(sha256: string): Promise<number> {
    return translateMissing(() => this.client.fetchSize(toKey(sha256)))
  }
  async remove(sha256: string): Promise<void> {
    await this.client.remove(toKey(sha256))
  }
  /** An object appears only when it is complete, so interrupted writes leave nothing. */
  async removeLeftovers(): Promise<number> {
    return 0
  }
  async *list(): AsyncGenerator<StoredBytes, void> {
    for await (const { key, size } of this.client.list(PREFIX)) {
      const name = key.slice(key.lastIndexOf('/') + 1)
      if (/^[0-9a-f]{64}$/.test(name)) yield { sha256: name, size }
    }
  }
  async check(): Promise<void> {
    await this.client.check()
  }
  /** Asserts that this access key may write, read and remove. @throws FileStoreUnavailable */
  async checkWriting(): Promise<void> {
    const key = 'doctor/probe'
    const bytes = Buffer.from('probe')
    await this.client.put(key, createHash('sha256').update(bytes).digest('hex'), bytes)
    await this.client.fetchBytes(key)
    await this.client.remove(key)
  }

  private open(
    key: string,
    range: { start: number; end?: number } | undefined,
    signal: AbortSignal,
  ): Promise<Response> {
    return translateMissing(() => this.client.get(key, range, signal))
  }
  /** Reads an object, continues after a broken connection, and verifies the hash of a whole file at its end. */
  private async *readWithResumption(
    key: string,
    sha256: string,
    range: { start: number; end: number } | undefined,
    firstAnswer: Response,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array, void> {
    const hash = range ? null : createHash('sha256')
    const size = Number(firstAnswer.headers.get('content-length') ?? Number.NaN)
    let answer = firstAnswer
    let readBytes = 0
    for (let resumptionCount = 0; ; resumptionCount++) {
      try {
        for await (const block of readBlocks(answer)) {
          readBytes += block.byteLength
          hash?.update(block)
          yield block
        }
        if (readBytes === size || Number.isNaN(size)) break
        throw new Error(`the answer ended after ${readBytes} of ${size} bytes`)
      } catch (error) {
        if (signal.aborted) throw error
        if (resumptionCount >= MAX_RESUMPTIONS)
          throw new FileStoreUnavailable(`The file store broke off: ${this.place}`, { cause: error })
        await pause(RESUMPTION_PAUSE_MS * (resumptionCount + 1))
        const start = (range?.start ?? 0) + readBytes
        answer = await this.open(key, range ? { start, end: range.end } : { start }, signal)
      }
    }
    const actualHash = hash?.digest('hex')
    if (actualHash && actualHash !== sha256)
      throw new DamagedFile(`the file ${sha256} is damaged in the store: its bytes have the SHA-256 ${actualHash}`)
  }
}

/** Reads the body of an answer. Gives up if the server stops sending, but waits for a slow reader. */
async function* readBlocks(answer: Response): AsyncGenerator<Uint8Array, void> {
  const reader = answer.body!.getReader()
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      const stallTimeout = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('the file store stopped sending')), STALL_TIMEOUT_MS)
      })
      try {
        const { done, value } = await Promise.race([reader.read(), stallTimeout])
        if (done) return
        yield value
      } finally {
        clearTimeout(timer)
      }
    }
  } finally {
    reader.cancel().catch(() => undefined) // it may have failed already, which the loop reported
  }
}

function toKey(sha256: string): string {
  assertHashName(sha256)
  return `${PREFIX}${sha256.slice(0, 2)}/${sha256}`
}
/** Translates a missing object to the error of a missing file. */
export async function translateMissing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isObjectMissing(error) ? createMissingFileError(error) : error
  }
}
