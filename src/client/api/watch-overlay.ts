import { overlayRows, type Offline, type Preview, type PendingChanges } from '@/offline'
import { buildAreaPreviews } from '@/offline/command-preview'
import type { AreaClient } from '../area'
import { findAreaOfOperation } from '../area-registry'
import type { RowOverlay } from './phone'

type Previews = Readonly<Record<string, Preview>>

/** Previews of each area's commands, built from the area's contract when the area first has an unsent command. */
const previewCache = new Map<AreaClient, Promise<Previews>>()
function loadAreaPreviews(area: AreaClient): Promise<Previews> {
  const cached = previewCache.get(area)
  if (cached) return cached
  const previewsPromise = area.contract ? area.contract().then(buildAreaPreviews) : Promise.resolve({})
  previewCache.set(area, previewsPromise)
  previewsPromise.catch(() => previewCache.delete(area)) // retried with the next change
  return previewsPromise
}
async function loadPreviews({ commands }: PendingChanges): Promise<Previews> {
  const areas = new Set(commands.flatMap(({ op }) => findAreaOfOperation(op) ?? []))
  return Object.assign({}, ...(await Promise.all([...areas].map(loadAreaPreviews)))) as Previews
}

type RowValues = Record<string, unknown>
/**
 * Loads the rows of unsettled commands as far as the phone has them. A list may need a row that it did not load,
 * because a command moves the row into the list.
 */
async function loadAffectedRows(
  core: Offline,
  resource: string,
  { commands, applied: appliedRows }: PendingChanges,
): Promise<Map<string, RowValues>> {
  const ids = [...new Set(commands.map((command) => command.entityId))]
  const packRows = await Promise.all(ids.map((id) => core.pack.loadRow(resource, id)))
  const rowsById = new Map<string, RowValues>()
  for (const row of [...packRows, ...appliedRows.map((change) => change.row)]) {
    if (row) rowsById.set(String(row['id']), getNewerRow(row, rowsById.get(String(row['id'])))!)
  }
  return rowsById
}
function getNewerRow(row: RowValues | undefined, otherRow: RowValues | undefined): RowValues | undefined {
  if (!row || !otherRow) return row ?? otherRow
  return Number(row['version']) >= Number(otherRow['version']) ? row : otherRow
}

/**
 * Calls back with the overlay of a person's unsettled commands over a resource's rows, again after each change. It
 * waits for the previews of those commands: without its preview a new row would be incomplete.
 */
export function watchOverlay(
  core: Offline,
  userId: string,
  resource: string,
  onOverlay: (overlay: RowOverlay) => void,
  onError: (error: unknown) => void,
): () => void {
  let latestChanges: PendingChanges | null = null
  const publish = (
    { commands, applied: appliedRows }: PendingChanges,
    previews: Previews,
    affectedRows: ReadonlyMap<string, RowValues>,
  ) =>
    onOverlay((rows, fetchedAt, isInList, findInOtherLists) =>
      overlayRows(resource, rows as { id: string }[], commands, {
        fetchedAt,
        applied: appliedRows,
        previews,
        now: Date.now(),
        onError,
        findElsewhere: (id) => getNewerRow(findInOtherLists?.(id), affectedRows.get(id)),
        ...(isInList ? { matchesFilter: isInList } : {}),
      }),
    )
  const stopWatching = core.watchPendingChanges(userId, resource, (changes) => {
    latestChanges = changes
    if (changes.commands.length === 0) return publish(changes, {}, new Map())
    const recoverWith =
      <T>(fallback: T) =>
      (error: unknown): T => {
        onError(error)
        return fallback
      }
    Promise.all([
      loadPreviews(changes).catch(recoverWith<Previews>({})),
      loadAffectedRows(core, resource, changes).catch(recoverWith(new Map<string, RowValues>())),
    ]).then(([previews, affectedRows]) => {
      if (latestChanges === changes) publish(changes, previews, affectedRows)
    }, onError)
  })
  return () => {
    latestChanges = null
    stopWatching()
  }
}
