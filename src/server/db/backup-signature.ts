/**
 * Signature of a backup: HMAC-SHA-256 of the manifest, which holds the hash of every table, with the key that seals
 * secrets. Without a signature, anybody with write access to the backup storage could add an administrator and adjust the
 * hashes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { findSealKeys } from '../seals'
import type { Manifest } from './backup-format'
import type { DatabaseLog } from './connect'
import { BackupRefused } from './errors'

export interface SigningOptions {
  dataDir: string
  /** The configured key. If it is empty, the key in the data folder is used. */
  secretKey?: string | undefined
  log: DatabaseLog
}
function calculateSignature(key: Buffer, manifest: Manifest): string {
  const unsignedManifest = JSON.stringify({ ...manifest, signature: undefined })
  return createHmac('sha256', key).update('backup of the plant\0').update(unsignedManifest).digest('hex')
}

/** Signs a manifest; logs a warning if there is no key. */
export function signManifest(manifest: Manifest, { dataDir, secretKey, log }: SigningOptions): Manifest {
  const [prefixAndKey] = findSealKeys(dataDir, secretKey)
  if (!prefixAndKey) {
    log.warn('The backup is not signed: there is no key of the plant in the data folder.')
    return manifest
  }
  const [keyPrefix, key] = prefixAndKey
  return { ...manifest, signature: `${keyPrefix}${calculateSignature(key, manifest)}` }
}

/** True if one of the available keys signed the manifest as it is. */
export function hasValidSignature(
  manifest: Manifest,
  { dataDir, secretKey }: Pick<SigningOptions, 'dataDir' | 'secretKey'>,
): boolean {
  const signature = manifest.signature ?? ''
  return [...findSealKeys(dataDir, secretKey)].some(
    ([keyPrefix, key]) => signature.startsWith(keyPrefix) && matchesKey(signature, keyPrefix, key, manifest),
  )
}
function matchesKey(signature: string, keyPrefix: string, key: Buffer, manifest: Manifest): boolean {
  const expected = Buffer.from(calculateSignature(key, manifest))
  const actual = Buffer.from(signature.slice(keyPrefix.length))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/**
 * Asserts that a backup matches its signature. Logs a warning if the backup has none or the key is not available.
 * @throws BackupRefused if the backup was changed after signing
 */
export function assertSignatureValid(manifest: Manifest, { dataDir, secretKey, log }: SigningOptions): void {
  const { signature } = manifest
  if (typeof signature !== 'string')
    return log.warn('The backup is not signed: nothing tells whether it was changed after it was made.')
  const keys = findSealKeys(dataDir, secretKey)
  const keyPrefix = [...keys.keys()].find((prefix) => signature.startsWith(prefix))
  const key = keyPrefix === undefined ? undefined : keys.get(keyPrefix)
  if (keyPrefix === undefined || !key)
    return log.warn(
      'The signature of the backup was not checked: the key that it was made with (secret.key of the plant, or SECRET_KEY) is not here.',
    )
  if (!matchesKey(signature, keyPrefix, key, manifest))
    throw new BackupRefused(
      'The backup was changed after it was made: its signature is not that of its manifest. Nothing was written. Restore another backup.',
    )
}
