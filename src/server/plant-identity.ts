/**
 * Identity of a plant: an id in its database. Backups name it, so that retention never removes those of another plant that
 * lie in the same directory.
 */
import type pg from 'pg'
import { createUuid7 } from '@/contract/id'
import type { Context } from './context'
import { openBackup, readBackupHeader } from './db/backup-format'
import type { BackupKey } from './db/backup-encryption'
import { hasValidSignature } from './db/backup-signature'
import { BackupRefused } from './db/errors'
import { sql } from './sql'

/** Setting with the id of the plant. */
const PLANT_SETTING = 'plant.id'

export interface PlantIdentity {
  readonly id: string
  /** Beginning of the plant; null if it was there before plants had an id. */
  readonly since: string | null
}

/** Gives the plant an id if it has none yet. A plant without accounts begins now. */
export async function ensurePlantIdentity(ctx: Pick<Context, 'query' | 'site' | 'now'>): Promise<void> {
  const [people] = await ctx.query(sql<{ exist: boolean }>`select exists (select from credential) as exist`)
  const identity: PlantIdentity = { id: createUuid7(), since: people!.exist ? null : ctx.now.toISOString() }
  await ctx.query(
    sql`insert into setting (site_id, name, value, updated_at) values (${ctx.site}, ${PLANT_SETTING}, ${JSON.stringify(identity)}::jsonb, ${ctx.now})
      on conflict (site_id, name) do nothing`,
  )
}
/** Loads the identity of the plant; null if it has none, as before the first start of this version. */
export async function loadPlantIdentity(client: Pick<pg.ClientBase, 'query'>): Promise<PlantIdentity | null> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.setting') is not null as exists`,
  )
  if (!tables[0]?.exists) return null
  const { rows } = await client.query<{ value: PlantIdentity }>(`select value from setting where name = $1 limit 1`, [
    PLANT_SETTING,
  ])
  return rows[0]?.value ?? null
}

/**
 * True if a backup belongs to the plant. Backups of versions before the id belong to it if its key signed them and they are
 * not older than the plant, because a new plant may have taken over the key of an earlier one.
 */
export async function isBackupOfPlant(
  folder: string,
  { id, since }: PlantIdentity,
  keys: { readonly dataDir: string; readonly secretKey: string; readonly backupKeys: readonly BackupKey[] },
): Promise<boolean> {
  try {
    const { plant, createdAt } = readBackupHeader(folder)
    if (plant !== undefined) return plant === id
    if (since !== null && createdAt < since) return false
    const { manifest } = await openBackup(folder, keys.backupKeys)
    return hasValidSignature(manifest, keys)
  } catch (error) {
    if (error instanceof BackupRefused) return false // it cannot be read, e.g. because its key is not here
    throw error
  }
}
