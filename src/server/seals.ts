/**
 * Sealing of secrets that the server must read again: keys of authenticator apps, addresses of chat robots, passwords
 * of data sources. They are encrypted by AES-256-GCM with a key that neither the database nor its backups contain.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from './private-folder'
import { BadSetting } from './setting'
import type { Resource } from '@/contract/resource'
import type { Application } from './application'
import type { Context } from './context'
import { toSnakeCase } from './db/columns'
import type { AppContext } from './crud/operations'
import { getStatements } from './crud/statements'

/**
 * Key file in the data folder. Further keys below the first, one per line, only open values that were sealed with them.
 */
export const KEY_FILE = 'secret.key'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** Encrypts and decrypts secrets. */
export interface Seals {
  /**
   * Encrypts a text.
   * @param place identifies table and column; a seal opens only at its place, so that it cannot be moved elsewhere
   */
  seal(text: string, place: string): string
  /** Decrypts a text; null if it was sealed with an unavailable key, at another place, or not at all. */
  open(sealed: string, place: string): string | null
  /** Prefixes of seals made with the available keys. */
  readonly keyPrefixes: readonly string[]
  /** Fingerprints of the available keys; the first belongs to the key that seals. */
  readonly keyFingerprints: readonly string[]
}
/** Marker file of a restore without the key of the backup. It lets the next start accept another key. */
export const NEW_KEY_FILE = 'accept-new-key'
/** Setting with the fingerprint of the key that seals the secrets of this database. */
export const KEY_SETTING = 'seals.key'
/** Identifies a key without revealing it: a keyed hash, which is stored in the database. */
export const getKeyFingerprint = (key: Buffer): string =>
  createHmac('sha256', key).update('key of the plant').digest('hex').slice(0, 32)

/**
 * Reads the configured keys, or else the key file of the data folder, which the first start creates.
 * @throws BadSetting for an invalid key
 */
export function openSeals(dataDir: string, configuredKeys = ''): Seals {
  const keys = parseConfiguredKeys(configuredKeys) ?? parseKeys(readOrCreateKeyFile(dataDir), join(dataDir, KEY_FILE))
  const keysByPrefix = new Map(keys.map((key) => [getKeyPrefix(key), key]))
  const [sealingEntry] = keysByPrefix
  if (!sealingEntry) throw new BadSetting(`${join(dataDir, KEY_FILE)} holds no key`)
  const [sealingPrefix, sealingKey] = sealingEntry
  return {
    keyPrefixes: [...keysByPrefix.keys()],
    keyFingerprints: keys.map(getKeyFingerprint),
    seal: (text, place) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${sealingPrefix}${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open: (sealed, place) => {
      const keyPrefix = sealed.slice(0, sealingPrefix.length) // all prefixes have the same length
      const key = keysByPrefix.get(keyPrefix)
      return key ? decrypt(key, Buffer.from(sealed.slice(keyPrefix.length), 'base64url'), place) : null
    },
  }
}
/** Finds the keys by prefix without creating one; empty if there is none yet. */
export function findSealKeys(dataDir: string, configuredKeys = ''): ReadonlyMap<string, Buffer> {
  const file = join(dataDir, KEY_FILE)
  const keys =
    parseConfiguredKeys(configuredKeys) ?? (fs.existsSync(file) ? parseKeys(fs.readFileSync(file, 'utf8'), file) : [])
  return new Map(keys.map((key) => [getKeyPrefix(key), key]))
}
const parseConfiguredKeys = (configuredKeys: string): Buffer[] | null =>
  configuredKeys.trim() ? parseKeys(configuredKeys, 'SECRET_KEY') : null

function decrypt(key: Buffer, sealed: Buffer, place: string): string | null {
  const iv = sealed.subarray(0, IV_BYTES)
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const body = sealed.subarray(IV_BYTES + TAG_BYTES)
  if (tag.length !== TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place))
  decipher.setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return null // the tag does not match: altered, or sealed for another place
  }
}
/** Identifies the sealing key without revealing anything about it. */
const getKeyPrefix = (key: Buffer): string =>
  `${VERSION}.${createHash('sha256').update('seal of the plant').update(key).digest('hex').slice(0, 12)}.`

function parseKeys(text: string, source: string): Buffer[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((keyText) => {
      const key = Buffer.from(keyText, /^[0-9a-f]{64}$/i.test(keyText) ? 'hex' : 'base64')
      if (key.length !== KEY_BYTES)
        throw new BadSetting(`${source} must be ${KEY_BYTES} random bytes in base64 or hex (openssl rand -base64 32)`)
      return key
    })
}
function readOrCreateKeyFile(dataDir: string): string {
  const file = join(dataDir, KEY_FILE)
  if (!fs.existsSync(file)) createKeyFile(dataDir, file)
  return fs.readFileSync(file, 'utf8')
}
/**
 * Creates the key file. The file is on disk before a secret is sealed with its key. It is complete as soon as it is
 * visible, because another instance may start at the same time.
 */
function createKeyFile(dataDir: string, file: string): void {
  makeDataFolder(dataDir)
  const draftFile = `${file}.${process.pid}`
  fs.writeFileSync(draftFile, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    fs.linkSync(draftFile, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // another instance has created the file
  } finally {
    fs.rmSync(draftFile)
  }
  if (process.platform === 'win32') return // Windows cannot sync a folder
  const folder = fs.openSync(dataDir, 'r')
  fs.fsyncSync(folder)
  fs.closeSync(folder)
}

/** Returns the application's seals. */
export const getSeals = (ctx: Context): Seals => (ctx as AppContext).app.seals
const getSealPlace = (resource: Pick<Resource, 'table'>, field: string): string =>
  `${resource.table}.${toSnakeCase(field)}`

/** Returns the values with all secret fields sealed. */
export function sealSecretFields(
  seals: Seals,
  resource: Resource,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const { secrets } = getStatements(resource)
  const filledSecrets = secrets.filter((name) => typeof values[name] === 'string' && values[name] !== '')
  if (filledSecrets.length === 0) return values
  return {
    ...values,
    ...Object.fromEntries(
      filledSecrets.map((name) => [name, seals.seal(values[name] as string, getSealPlace(resource, name))]),
    ),
  }
}
/** Opens a secret field. Null also if the key to open it is missing, which the server logs at start. */
export const openSealedField = <R extends Resource>(
  app: Pick<Application, 'seals'>,
  resource: R,
  field: keyof R['fields'] & string,
  sealedText: string | null,
): string | null => (sealedText === null ? null : app.seals.open(sealedText, getSealPlace(resource, field)))
