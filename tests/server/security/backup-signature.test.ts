import { createHash, createHmac } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readManifest, writeManifest, type Manifest } from '@/server/db/backup-format'
import { assertSignatureValid, signManifest } from '@/server/db/backup-signature'
import { BackupRefused } from '@/server/db/errors'
import { restoreBackup } from '@/server/db/restore'
import { KEY_FILE } from '@/server/seals'

const folder = fs.mkdtempSync(path.join(tmpdir(), 'signature-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))
const key = Buffer.alloc(32, 7)
const secretKey = key.toString('base64')
let warnings: string[]
const log = {
  info: () => undefined,
  error: () => undefined,
  warn: (first: object | string, message?: string) => void warnings.push(message ?? String(first)),
}
beforeEach(() => {
  warnings = []
})
const manifest: Manifest = {
  format: 1,
  program: 'nonwoven-mes',
  createdAt: '2026-11-20T02:00:00.000Z',
  engine: 'embedded',
  migration: null,
  tables: { app_user: { rows: 1, sha256: 'a'.repeat(64) } },
  files: { count: 0, bytes: 0 },
}
const without = path.join(folder, 'no key')
const signBackup = () => signManifest(manifest, { dataDir: without, secretKey, log })

describe('the signature of a backup', () => {
  test('is the HMAC-SHA-256 of the manifest with the plant’s key, and names the key', () => {
    const mark = createHash('sha256').update('seal of the plant').update(key).digest('hex').slice(0, 12)
    const mac = createHmac('sha256', key)
      .update(`backup of the plant\0${JSON.stringify(manifest)}`)
      .digest('hex')
    expect(signBackup()).toEqual({ ...manifest, signature: `v1.${mark}.${mac}` })
    expect(warnings).toEqual([])
  })
  test('is valid on restore, also with the data folder’s key and with older keys', () => {
    const to = path.join(folder, 'backup')
    fs.mkdirSync(to)
    writeManifest(to, signBackup())
    const dataDir = path.join(folder, 'with keys')
    fs.mkdirSync(dataDir)
    fs.writeFileSync(path.join(dataDir, KEY_FILE), `${Buffer.alloc(32, 9).toString('base64')}\n${secretKey}\n`)
    assertSignatureValid(readManifest(to), { dataDir, log })
    expect(warnings).toEqual([])
  })
  test.each<[string, (m: Manifest) => Manifest]>([
    ['a table', (m) => ({ ...m, tables: { app_user: { rows: 1, sha256: 'b'.repeat(64) } } })],
    ['a table more', (m) => ({ ...m, tables: { ...m.tables, role: { rows: 1, sha256: 'b'.repeat(64) } } })],
    ['the migration', (m) => ({ ...m, migration: { hash: 'x', when: 1 } })],
    ['the signature', (m) => ({ ...m, signature: m.signature!.replace(/.$/, (c) => (c === '0' ? '1' : '0')) })],
    ['the length of the signature', (m) => ({ ...m, signature: m.signature!.slice(0, -2) })],
  ])('is invalid after a change of %s: nothing is restored', async (_what, change) => {
    const changed = change(signBackup())
    expect(() => assertSignatureValid(changed, { dataDir: without, secretKey, log })).toThrow(BackupRefused)
    const from = fs.mkdtempSync(path.join(folder, 'changed-'))
    writeManifest(from, changed)
    const dataDir = path.join(folder, `into-${path.basename(from)}`)
    await expect(restoreBackup({ from, dataDir, secretKey, log })).rejects.toThrow('changed after it was made')
    expect(fs.existsSync(path.join(dataDir, 'database'))).toBe(false)
  })
  test('that is missing, or has an unknown key, is reported and blocks nothing', () => {
    assertSignatureValid(manifest, { dataDir: without, secretKey, log })
    assertSignatureValid(signBackup(), { dataDir: without, log })
    assertSignatureValid(signBackup(), { dataDir: without, secretKey: Buffer.alloc(32, 1).toString('base64'), log })
    expect(warnings).toEqual([
      expect.stringContaining('not signed'),
      expect.stringContaining('was not checked'),
      expect.stringContaining('was not checked'),
    ])
  })
  test('is omitted without a key; this is reported and no key is created', () => {
    expect(signManifest(manifest, { dataDir: without, log })).toEqual(manifest)
    expect(warnings).toEqual([expect.stringContaining('not signed')])
    expect(fs.existsSync(without)).toBe(false)
  })
})
