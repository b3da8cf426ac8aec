/** Checks that key, database, files and backups belong together. */
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { BackupSettings } from '../backups/backup-settings'
import { isDatabaseMissing } from '../db/embedded/data-folder'
import { DatabaseDamaged } from '../db/errors'
import { isLoginFailure } from '../db/postgres/login-failure'
import { ServerHosts } from '../db/postgres/server-hosts'
import { describeRestore, findPlantRemains, loadPlantState, type PlantState } from '../plant-remains'
import { findSealKeys, getKeyFingerprint, KEY_FILE } from '../seals'
import { createFailure, createOk, createWarning, type Finding } from './findings'

const CONNECT_TIMEOUT_MS = 5_000
const PUT_BACK_KEY = `Put back the key of this plant from its copy. If it is lost, start once with ACCEPT_NEW_KEY=1: secrets in the database cannot be opened then.`

/** Loads what the database says of the plant; null if it cannot be read, which another check reports. */
export async function loadStateOfServer(databaseUrl: string): Promise<PlantState | null> {
  const hosts = new ServerHosts(databaseUrl)
  await hosts.findPrimary()
  const client = new pg.Client({ connectionString: hosts.currentUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined) // reported by the query that it ends
  try {
    await client.connect()
    return await loadPlantState(client)
  } catch (error) {
    if (!isLoginFailure(error) && !(error instanceof DatabaseDamaged)) throw error
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}
/** Returns what can be told of an embedded database without opening it, because a running server may hold it. */
export const inspectEmbeddedState = (dataDir: string): Pick<PlantState, 'isEmpty'> => ({
  isEmpty: isDatabaseMissing(resolve(dataDir)),
})

/** Checks the key that opens the secrets in the database. @param state null: the database could not be read */
export function checkKey(
  dataDir: string,
  configuredKeys: string,
  state: Pick<PlantState, 'isEmpty'> & Partial<PlantState> = { isEmpty: true },
): Finding {
  const file = join(resolve(dataDir), KEY_FILE)
  try {
    const keys = [...findSealKeys(dataDir, configuredKeys).values()]
    const place = configuredKeys ? 'SECRET_KEY' : file
    if (keys.length === 0)
      return state.isEmpty && !state.keyFingerprint
        ? createOk('Key', `none yet; the first start makes ${file}. Keep a copy of it apart from the backups`)
        : createFailure('Key', `${file} is missing, but there is a database that needs it`, PUT_BACK_KEY)
    if (state.keyFingerprint && !keys.map(getKeyFingerprint).includes(state.keyFingerprint))
      return createFailure('Key', `${place} is another key than that of the database`, PUT_BACK_KEY)
    if (configuredKeys) return createOk('Key', `SECRET_KEY, ${keys.length} in all`)
    const isOpenToOthers = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0
    return isOpenToOthers
      ? createWarning('Key', `${file} can be read by other accounts`, `Close it: chmod 600 ${file}`)
      : createOk('Key', file)
  } catch (error) {
    return createFailure('Key', (error as Error).message, PUT_BACK_KEY)
  }
}

/** Checks whether an empty database is that of a plant that was lost; nothing to report otherwise. */
export async function checkPlantRemains(
  settings: BackupSettings,
  { isEmpty }: Pick<PlantState, 'isEmpty'>,
): Promise<Finding[]> {
  const remains = isEmpty ? await findPlantRemains(settings) : null
  if (!remains) return []
  return [
    createFailure(
      'Plant',
      `the database is empty, but a plant was here: ${remains.description}`,
      `${describeRestore(remains, settings)} To begin a new plant on purpose, start once with NEW_PLANT=1.`,
    ),
  ]
}
