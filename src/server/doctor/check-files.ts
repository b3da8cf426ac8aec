/** Checks that the store for photos and files answers, accepts writes, and holds the files that the database lists. */
import { join, resolve } from 'node:path'
import pg from 'pg'
import { isLoginFailure } from '../db/postgres/login-failure'
import { ServerHosts } from '../db/postgres/server-hosts'
import { DiskFileStore, type FileStore, FileStoreUnavailable } from '../files/file-store'
import { S3FileStore } from '../files/s3-file-store'
import type { S3Settings } from '../files/s3-settings'
import { findFolderProblem } from './check-folder'
import { createFailure, createOk, createWarning, type Finding } from './findings'

/** Number of recently stored files whose presence is checked. */
const SAMPLE_SIZE = 20
const CONNECT_TIMEOUT_MS = 5_000
const SLOW_MS = 1_000
const SUBJECT = 'Files'

/** Checks the file store. On S3 a probe object is written and removed again. */
export async function checkFileStore(dataDir: string, s3: S3Settings | null, databaseUrl: string): Promise<Finding[]> {
  const store = s3 ? new S3FileStore(s3) : new DiskFileStore(join(resolve(dataDir), 'files'))
  try {
    const startedAt = performance.now()
    await store.check()
    if (store instanceof S3FileStore) await store.checkWriting()
    const elapsedMs = performance.now() - startedAt
    return [
      elapsedMs > SLOW_MS
        ? createWarning(
            SUBJECT,
            `${store.place} answers slowly (${elapsedMs.toFixed(0)} ms for four calls)`,
            'Look at the network and the load of the S3 server: each part of a photo waits for it.',
          )
        : createOk(SUBJECT, s3 ? `S3 server ${store.place}` : `in ${store.place}`),
      ...(databaseUrl ? await checkRecentFiles(databaseUrl, store) : []),
    ]
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable)) throw error
    return [
      createFailure(
        SUBJECT,
        error.message,
        s3
          ? 'Correct FILES_S3_… or the server. Until then phones keep their photos.'
          : describeFolderRemedy(store.place),
      ),
    ]
  }
}

const describeFolderRemedy = (folder: string): string =>
  findFolderProblem(SUBJECT, folder, 'DATA_DIR')?.remedy ?? 'Give the account of the server the folder (chown).'

/**
 * Checks that the store holds the last files recorded in the database. Files are missing if another instance writes to
 * another store.
 */
async function checkRecentFiles(databaseUrl: string, store: FileStore): Promise<Finding[]> {
  const hashes = await loadRecentHashes(databaseUrl)
  let missingCount = 0
  for (const sha256 of hashes) if (!(await store.has(sha256))) missingCount++
  if (hashes.length === 0) return []
  return [
    missingCount > 0
      ? createFailure(
          'Stored files',
          `${missingCount} of the last ${hashes.length} are not in the store`,
          'All instances must have the same FILES_S3_… or the same folder. Move the files: node src/start.mjs move-files s3',
        )
      : createOk('Stored files', `the last ${hashes.length} are in the store`),
  ]
}
/** Returns the hashes of recently stored files; none if the database cannot be read, which another check reports. */
async function loadRecentHashes(databaseUrl: string): Promise<string[]> {
  const hosts = new ServerHosts(databaseUrl)
  await hosts.findPrimary()
  const client = new pg.Client({ connectionString: hosts.currentUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined) // the failing query reports the error
  try {
    await client.connect()
    const { rows } = await client.query<{ sha256: string }>(
      `select sha256 from stored_file where state = 'stored' order by updated_at desc limit ${SAMPLE_SIZE}`,
    )
    return rows.map(({ sha256 }) => sha256)
  } catch (error) {
    if (!isLoginFailure(error)) throw error
    return []
  } finally {
    await client.end().catch(() => undefined)
  }
}
