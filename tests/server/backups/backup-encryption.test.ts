import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import {
  decryptStream,
  encryptStream,
  getEncryptedSize,
  parseBackupKeys,
  getBackupKey,
} from '@/server/db/backup-encryption'

const CHUNK = 64 * 1024
const [key, otherKey] = parseBackupKeys(`${randomBytes(32).toString('base64')}, ${randomBytes(32).toString('hex')}`)
/** Yields the bytes in parts of irregular size, as files and pipes do. */
function* splitIrregularly(bytes: Buffer): Generator<Buffer> {
  for (let start = 0, size = 1; start < bytes.length; start += size, size = ((size * 7) % 90_001) + 1)
    yield bytes.subarray(start, start + size)
}
const encrypt = (content: Buffer, place = 'a') =>
  buffer(encryptStream(Readable.from(splitIrregularly(content)), key!, place))
const decrypt = (encrypted: Buffer, place = 'a', withKey = key!) =>
  buffer(decryptStream(Readable.from(splitIrregularly(encrypted)), withKey, place))

describe('an encrypted file', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 17])('of %i bytes opens', async (size) => {
    const content = randomBytes(size)
    const encrypted = await encrypt(content)
    expect(encrypted.length).toBe(getEncryptedSize(size))
    expect((await decrypt(encrypted)).equals(content)).toBe(true)
    if (size > 16) expect(encrypted.includes(content.subarray(0, 16))).toBe(false)
  })

  it('does not open if it was changed, cut off, reordered, put elsewhere or made with another key', async () => {
    const encrypted = await encrypt(randomBytes(3 * CHUNK))
    const stored = CHUNK + 16
    const parts = [0, 1, 2].map((index) => encrypted.subarray(16 + index * stored, 16 + (index + 1) * stored))
    const salt = encrypted.subarray(0, 16)
    const flipped = Buffer.from(encrypted)
    flipped[70_000]! ^= 1
    const variants = {
      flipped,
      'without its last byte': encrypted.subarray(0, -1),
      'without its last chunk': encrypted.subarray(0, 16 + 2 * stored),
      'with chunks reordered': Buffer.concat([salt, parts[1]!, parts[0]!, parts[2]!]),
      'with a chunk repeated': Buffer.concat([salt, parts[0]!, parts[0]!, parts[1]!, parts[2]!]),
      'with another salt': Buffer.concat([randomBytes(16), ...parts]),
      empty: Buffer.alloc(0),
    }
    for (const [name, variant] of Object.entries(variants))
      await expect(decrypt(variant), name).rejects.toThrow(/changed|cut off/)
    await expect(decrypt(encrypted, 'b')).rejects.toThrow('changed')
    await expect(decrypt(encrypted, 'a', otherKey)).rejects.toThrow('changed')
  })

  it('names the key that is missing or wrong', () => {
    expect(() => getBackupKey([], key!.fingerprint)).toThrow(/no key to open it.*BACKUP_KEY/)
    expect(() => getBackupKey([otherKey!], key!.fingerprint)).toThrow(/another key/)
    expect(getBackupKey([otherKey!, key!], key!.fingerprint)).toBe(key)
    expect(() => parseBackupKeys('c2hvcnQ=')).toThrow(/BACKUP_KEY must be 32 random bytes/)
    expect(parseBackupKeys('')).toEqual([])
  })
})
