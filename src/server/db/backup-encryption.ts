/**
 * Encryption of backups: AES-256-GCM in chunks, with a key for each file derived from the backup key.
 *
 *   16 bytes salt, then chunks of 64 KiB, each followed by its 16-byte tag. The nonce of a chunk is its number and whether
 *   it is the last one, so that chunks cannot be left out, repeated or reordered (the STREAM construction).
 *
 * @see https://eprint.iacr.org/2015/189 Hoang, Reyhanitabar, Rogaway, Vizár: nonce-reuse resistant online encryption
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { BadSetting } from '../setting'
import { BackupRefused } from './errors'

const CHUNK_BYTES = 64 * 1024
const SALT_BYTES = 16
const TAG_BYTES = 16
const KEY_BYTES = 32

/** A key of backups with the fingerprint by which a backup names it. */
export interface BackupKey {
  readonly key: Buffer
  readonly fingerprint: string
}

/**
 * Parses BACKUP_KEY: keys separated by commas or white space. The first encrypts, all of them open.
 * @throws BadSetting for an invalid key
 */
export function parseBackupKeys(text: string): BackupKey[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((keyText) => {
      const key = Buffer.from(keyText, /^[0-9a-f]{64}$/i.test(keyText) ? 'hex' : 'base64')
      if (key.length !== KEY_BYTES)
        throw new BadSetting(`BACKUP_KEY must be ${KEY_BYTES} random bytes in base64 or hex (openssl rand -base64 32)`)
      const fingerprint = createHash('sha256').update('backup key of the plant').update(key).digest('hex').slice(0, 16)
      return { key, fingerprint }
    })
}

/**
 * Chooses the key that a backup was encrypted with.
 * @throws BackupRefused if no key is configured, or only others
 */
export function getBackupKey(keys: readonly BackupKey[], fingerprint: string): BackupKey {
  const matchingKey = keys.find((candidate) => candidate.fingerprint === fingerprint)
  if (matchingKey) return matchingKey
  throw new BackupRefused(
    keys.length === 0
      ? `The backup is encrypted, and there is no key to open it. Set BACKUP_KEY to the key that it was made with (fingerprint ${fingerprint}). Nothing was written.`
      : `The backup was encrypted with another key (fingerprint ${fingerprint}) than BACKUP_KEY (${keys.map((candidate) => candidate.fingerprint).join(', ')}). Set BACKUP_KEY to the key that it was made with. Nothing was written.`,
  )
}

/** Derives the name of a stored file. The SHA-256 itself would reveal that a backup contains a known file. */
export const deriveStorageName = ({ key }: BackupKey, name: string): string =>
  createHmac('sha256', key).update('stored file\0').update(name).digest('hex')

/** Size of an encrypted file, bytes. @param plainBytes size of its content */
export const getEncryptedSize = (plainBytes: number): number =>
  SALT_BYTES + plainBytes + TAG_BYTES * Math.max(1, Math.ceil(plainBytes / CHUNK_BYTES))

const deriveFileKey = ({ key }: BackupKey, salt: Buffer, place: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `backup file\0${place}`, KEY_BYTES))
function buildNonce(chunkNumber: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(chunkNumber, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Divides a stream into chunks of exactly `size` bytes; only the last one is shorter, and it may be empty. */
async function* divideIntoChunks(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let pendingParts: Buffer[] = []
  let pendingBytes = 0
  for await (const part of source) {
    pendingParts.push(part)
    pendingBytes += part.length
    if (pendingBytes <= size) continue
    let pending = Buffer.concat(pendingParts)
    // Yield a chunk only if more bytes follow, because otherwise it is the last chunk.
    for (; pending.length > size; pending = pending.subarray(size))
      yield { chunk: pending.subarray(0, size), isLast: false }
    pendingParts = [pending]
    pendingBytes = pending.length
  }
  yield { chunk: Buffer.concat(pendingParts), isLast: true }
}

/** Encrypts a stream. @param place identifies the file; a file opens only at its place */
export async function* encryptStream(
  source: AsyncIterable<Buffer>,
  backupKey: BackupKey,
  place: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const fileKey = deriveFileKey(backupKey, salt, place)
  yield salt
  let chunkNumber = 0
  for await (const { chunk, isLast } of divideIntoChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, buildNonce(chunkNumber++, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts what `encryptStream` has written. @throws Error if the file was changed, cut off or belongs elsewhere */
export async function* decryptStream(
  source: AsyncIterable<Buffer>,
  backupKey: BackupKey,
  place: string,
): AsyncGenerator<Buffer> {
  const parts = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < SALT_BYTES) {
    const part = await parts.next()
    if (part.done) throw new Error('it is cut off')
    head = Buffer.concat([head, part.value])
  }
  const fileKey = deriveFileKey(backupKey, head.subarray(0, SALT_BYTES), place)
  async function* readRemainder(): AsyncGenerator<Buffer> {
    yield head.subarray(SALT_BYTES)
    yield* { [Symbol.asyncIterator]: () => parts }
  }
  let chunkNumber = 0
  for await (const { chunk, isLast } of divideIntoChunks(readRemainder(), CHUNK_BYTES + TAG_BYTES)) {
    if (chunk.length < TAG_BYTES) throw new Error('it is cut off')
    const decipher = createDecipheriv('aes-256-gcm', fileKey, buildNonce(chunkNumber++, isLast), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(chunk.subarray(chunk.length - TAG_BYTES))
    try {
      yield Buffer.concat([decipher.update(chunk.subarray(0, chunk.length - TAG_BYTES)), decipher.final()])
    } catch {
      throw new Error('its encrypted content was changed or cut off')
    }
  }
}
