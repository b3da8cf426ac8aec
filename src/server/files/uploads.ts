import { createHash } from 'node:crypto'
import { isUuid } from '@/contract/id'
import type { UploadState } from '@/contract/sync'
import { KeyedQueue } from '@/server/concurrency-limit'
import { checkAndStoreFile, cleanFileName, FILE_LIMITS } from './check-file'
import { FileRefusal, type FileProblem, translateDiskErrors } from './file-refusal'
import type { PieceStore } from './piece-store'
import { isFileMissing, type FileStore } from './file-store'
import type { UploadRecord, UploadRecords, AnnouncedUpload } from './upload-records'

export interface UploadDependencies {
  records: UploadRecords
  pieces: PieceStore
  files: FileStore
  now(): Date
}
/** Largest piece accepted; phones send 256 KB. */
export const MAX_PIECE_BYTES = 1024 * 1024
/** Unfinished uploads that one person may have. */
export const MAX_UNFINISHED = { count: 200, bytes: 1024 * 1024 * 1024 } as const
const DAY_MS = 86_400_000
const ABANDONED_AFTER_MS = 7 * DAY_MS
/** Days for which an unused file is kept, because the command that refers to it may still be on a phone. */
export const UNUSED_RETENTION_DAYS = 30

/**
 * Receives files in pieces over an unreliable network. Every call may be repeated; the answer says where to continue.
 * Progress is recorded only after the bytes are durable, so any process can continue after a crash. An upload exists
 * only for the person who started it. All calls throw FileRefusal for errors of the sender. If the disk is full, they
 * throw Refusal errno.busy, and the same call can be repeated later without loss.
 */
export class Uploads {
  private readonly queue = new KeyedQueue()
  constructor(private readonly dependencies: UploadDependencies) {}

  /** Announces a file by the SHA-256 (hex) and size (bytes) of the bytes that will be sent. */
  async startUpload(announcement: AnnouncedUpload): Promise<UploadState> {
    const upload = toValidUpload(announcement)
    return this.queue.run(`user ${upload.userId}`, () =>
      this.queue.run(upload.id, () =>
        translateDiskErrors(async () => {
          const { records, now } = this.dependencies
          const existingRecord = await records.find(upload.id)
          if (!existingRecord || existingRecord.state === 'awaited') {
            await this.assertWithinUnfinishedLimit(upload)
            await records.insertStarted(upload, now())
          }
          const record = await this.loadOwnUpload(upload.id, upload.userId)
          if (record.sentSha256 !== upload.sha256) throw new FileRefusal('changed')
          return record.state === 'partial' ? this.resume(record) : toUploadState(record)
        }),
      ),
    )
  }

  /** Appends bytes at `offset`. Bytes for any other position are ignored; the answer names the expected one. */
  async appendPiece(id: string, userId: string, offset: number, bytes: Uint8Array): Promise<UploadState> {
    if (bytes.byteLength > MAX_PIECE_BYTES) throw new FileRefusal('pieceTooLarge', { limit: MAX_PIECE_BYTES })
    return this.queue.run(id, () =>
      translateDiskErrors(async () => {
        const record = await this.loadOwnUpload(id, userId)
        if (record.state !== 'partial') return toUploadState(record)
        const size = record.size ?? 0
        if (record.received === size) return this.complete(record)
        if (offset !== record.received || bytes.byteLength === 0) return toUploadState(record)
        // Earlier pieces are missing, so writing this one would leave a hole.
        if ((await this.dependencies.pieces.fetchSize(id)) < offset) return this.resume(record)
        const received = offset + bytes.byteLength
        if (received > size) throw new FileRefusal('pastEnd', { limit: size })
        await this.dependencies.pieces.write(id, offset, bytes)
        const isAdvanced = await this.dependencies.records.advanceReceived(
          id,
          offset,
          received,
          this.dependencies.now(),
        )
        if (!isAdvanced) return toUploadState(await this.loadOwnUpload(id, userId)) // another process accepted it first
        return received === size ? this.complete({ ...record, received }) : { id, received, done: false }
      }),
    )
  }

  /** Resets uploads that have been idle for seven days and frees their space. Returns their number. */
  async resetAbandoned(): Promise<number> {
    const abandonedBeforeMs = this.dependencies.now().getTime() - ABANDONED_AFTER_MS
    const ids = await this.dependencies.records.resetAbandoned(new Date(abandonedBeforeMs))
    for (const id of ids) await this.queue.run(id, () => this.dependencies.pieces.remove(id))
    await this.dependencies.pieces.removeOldUploads(abandonedBeforeMs)
    return ids.length
  }

  /** Removes files that no row has shown for 30 days. Returns the number of stored files deleted. */
  async removeUnused(): Promise<number> {
    const { records, files, now } = this.dependencies
    const hashes = await records.deleteUnused(new Date(now().getTime() - UNUSED_RETENTION_DAYS * DAY_MS))
    for (const hash of hashes) await files.remove(hash)
    return hashes.length
  }

  private async loadOwnUpload(id: string, userId: string): Promise<UploadRecord> {
    const record = isUuid(id) ? await this.dependencies.records.find(id) : null
    if (!record || record.createdBy !== userId || record.sentSha256 === null) throw new FileRefusal('unknownUpload')
    return record
  }
  private async assertWithinUnfinishedLimit(upload: AnnouncedUpload): Promise<void> {
    const { count, bytes } = await this.dependencies.records.countUnfinished(upload.userId)
    if (count >= MAX_UNFINISHED.count) throw new FileRefusal('tooManyUnfinished', { limit: MAX_UNFINISHED.count })
    if (bytes + upload.size > MAX_UNFINISHED.bytes)
      throw new FileRefusal('tooManyUnfinished', { limit: MAX_UNFINISHED.bytes })
  }
  /** Returns the state with the offset at which to continue; earlier than recorded if bytes are missing on disk. */
  private async resume(record: UploadRecord): Promise<UploadState> {
    const availableBytes = Math.min(record.received, await this.dependencies.pieces.fetchSize(record.id))
    if (
      availableBytes < record.received &&
      !(await this.dependencies.records.advanceReceived(
        record.id,
        record.received,
        availableBytes,
        this.dependencies.now(),
      ))
    ) {
      return toUploadState(await this.loadOwnUpload(record.id, record.createdBy ?? '')) // another process moved or finished it
    }
    if (availableBytes === record.size) return this.complete(record)
    return { id: record.id, received: availableBytes, done: false }
  }

  /** Verifies the hash, checks and stores a complete file. Can be repeated after a crash at any point. */
  private async complete(record: UploadRecord): Promise<UploadState> {
    const { records, pieces, files, now } = this.dependencies
    const size = record.size ?? 0
    if ((await pieces.fetchSize(record.id)) < size) return this.resume(record)
    const sentHash = await this.hashReceivedPieces(record.id, size)
    if (sentHash === null) return toUploadState(await this.loadOwnUpload(record.id, record.createdBy ?? ''))
    if (sentHash !== record.sentSha256) return this.startOver(record)
    try {
      const source = {
        size,
        sha256: record.sentSha256,
        read: (end?: number) => pieces.read(record.id, end ?? size),
        readAll: async () => (await pieces.readAll(record.id)).subarray(0, size),
      }
      const announcedMime = record.picture ? 'image/*' : (record.mime ?? '')
      const storedInfo = await checkAndStoreFile(files, source, record.name ?? '', announcedMime)
      const isStored = await records.markStored(record.id, storedInfo, now())
      const currentRecord = isStored ? null : await records.find(record.id)
      if (currentRecord?.state === 'partial') throw new FileRefusal('damagedImage')
    } catch (error) {
      if (isFileMissing(error)) return toUploadState(await this.loadOwnUpload(record.id, record.createdBy ?? ''))
      if (!(error instanceof FileRefusal)) throw error
      await records.markRefused(record.id, error.problem, now())
      await pieces.remove(record.id)
      throw error
    }
    await pieces.remove(record.id)
    return { id: record.id, received: size, done: true }
  }
  /** Hashes the received pieces; null if another process finished the upload and removed them. */
  private async hashReceivedPieces(id: string, size: number): Promise<string | null> {
    const hash = createHash('sha256')
    try {
      for await (const block of this.dependencies.pieces.read(id, size)) hash.update(block as Buffer)
    } catch (error) {
      if (isFileMissing(error)) return null
      throw error
    }
    return hash.digest('hex')
  }
  private async startOver(record: UploadRecord): Promise<never> {
    await this.dependencies.pieces.remove(record.id)
    await this.dependencies.records.advanceReceived(record.id, record.received, 0, this.dependencies.now())
    throw new FileRefusal('hashMismatch', {}, { id: record.id, received: 0, done: false } satisfies UploadState)
  }
}

/**
 * Converts a record to the answer. `received` counts the sent bytes, because `size` may be the size of the redrawn
 * picture.
 */
function toUploadState(record: UploadRecord): UploadState {
  if (record.state === 'refused') throw new FileRefusal((record.why as FileProblem | null) ?? 'unknownType')
  return { id: record.id, received: record.received, done: record.state === 'stored' }
}

function toValidUpload(upload: AnnouncedUpload): AnnouncedUpload {
  const limit = upload.mime.startsWith('image/') ? FILE_LIMITS.photo : FILE_LIMITS.file
  if (!isUuid(upload.id) || !/^[0-9a-f]{64}$/.test(upload.sha256) || !Number.isSafeInteger(upload.size))
    throw new FileRefusal('badStart')
  if (upload.size < 1) throw new FileRefusal('empty')
  if (upload.size > limit) throw new FileRefusal('tooLarge', { limit })
  return { ...upload, name: cleanFileName(upload.name ?? ''), mime: upload.mime.slice(0, 120) }
}
