/** Rows that the server has acknowledged, and the unsent edits based on them. */
import type { AppliedRow, OutboxDatabase, OutboxRow } from './database'

/** An acknowledged command whose answer is its row. */
export interface AcknowledgedRow {
  command: OutboxRow
  row: Record<string, unknown>
}

/**
 * Stores the rows of acknowledged commands, unless a newer version is stored. Also stores the version (`ownFrom`) since
 * which only this person's commands changed the row. Returns the stored rows that changed.
 */
export async function storeAppliedRows(
  db: OutboxDatabase,
  userId: string,
  acknowledgedRows: readonly AcknowledgedRow[],
  appliedAt: number,
): Promise<AppliedRow[]> {
  const storedRows = await db.applied.bulkGet(
    acknowledgedRows.map(({ command }): [string, string, string] => [userId, command.resource, command.entityId]),
  )
  const newestByKey = new Map(
    storedRows.flatMap((row): [string, AppliedRow][] => (row ? [[`${row.resource}:${row.rowId}`, row]] : [])),
  )
  const changedByKey = new Map<string, AppliedRow>()
  for (const { command, row } of acknowledgedRows) {
    const version = getVersion(row)
    const newestRow = newestByKey.get(command.entityKey)
    const newestVersion = newestRow ? getVersion(newestRow.row) : -1
    const isOlder = newestRow && newestVersion > version
    // Somebody else made a version between the stored one and this one.
    const hasForeignVersion = newestVersion < version - 1
    // Answers may arrive out of order. An older answer still proves that this person's command made its version, so it
    // may extend the range of own versions backwards.
    const extendsBackwards = newestRow?.ownFrom === version
    const ownFrom = !newestRow || hasForeignVersion || extendsBackwards ? version - 1 : newestRow.ownFrom
    const appliedRow = isOlder
      ? { ...newestRow, ownFrom }
      : { userId, resource: command.resource, rowId: command.entityId, row, ownFrom, at: appliedAt }
    newestByKey.set(command.entityKey, appliedRow)
    changedByKey.set(command.entityKey, appliedRow)
  }
  await db.applied.bulkPut([...changedByKey.values()])
  return [...changedByKey.values()]
}

/**
 * Rebases edits of the acknowledged rows that were never sent. The person saw the effects of their own commands in
 * every list. If only these commands changed the row since the version of the edit, the edit gets the current version
 * and causes no conflict. If somebody else changed the row in between, the edit keeps its version, and the server
 * compares.
 */
export async function rebaseEdits(
  db: OutboxDatabase,
  userId: string,
  appliedRows: readonly AppliedRow[],
): Promise<void> {
  const appliedByKey = new Map(appliedRows.map((row) => [`${row.resource}:${row.rowId}`, row]))
  const indexKeys = [...new Set(appliedRows.map((row) => row.rowId))].map((id): [string, string] => [userId, id])
  const waitingEdits = await db.outbox
    .where('[userId+entityId]')
    .anyOf(indexKeys)
    .filter((row) => row.baseVersion !== null && row.attempts === 0)
    .toArray()
  await db.outbox.bulkPut(waitingEdits.map((row) => rebaseEdit(row, appliedByKey.get(row.entityKey))))
}
function rebaseEdit(row: OutboxRow, appliedRow: AppliedRow | undefined): OutboxRow {
  const seenVersion = row.baseVersion
  const version = appliedRow ? getVersion(appliedRow.row) : 0
  if (!appliedRow || seenVersion === null || seenVersion < appliedRow.ownFrom || seenVersion >= version) return row
  return {
    ...row,
    baseVersion: version,
    body: row.body['version'] === seenVersion ? { ...row.body, version } : row.body,
  }
}
const getVersion = (row: Record<string, unknown>): number => (typeof row['version'] === 'number' ? row['version'] : 0)
