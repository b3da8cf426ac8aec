import { overlayRows, type Offline, type Preview, type PendingChanges } from '@/offline'
import { buildAreaPreviews } from '@/offline/command-preview'
import type { AreaClient } from '../area'
import { findAreaOfOperation } from '../area-registry'
import type { RowOverlay } from './phone'

type Previews = Readonly<Record<string, Preview>>

/** Previews of an area's commands by their definition; loaded with the first unsent command. */
const previewCache = new Map<AreaClient, Promise<Previews>>()
function loadAreaPreviews(area: AreaClient): Promise<Previews> {
  const cached = previewCache.get(area)
  if (cached) return cached
  const loading = area.contract ? area.contract().then(buildAreaPreviews) : Promise.resolve({})
  previewCache.set(area, loading)
  loading.catch(() => previewCache.delete(area)) // retried with the next change
  return loading
}
async function loadPreviews({ ops }: PendingChanges): Promise<Previews> {
  const areas = new Set(ops.flatMap(({ op }) => findAreaOfOperation(op) ?? []))
  return Object.assign({}, ...(await Promise.all([...areas].map(loadAreaPreviews)))) as Previews
}

type RowValues = Record<string, unknown>
/**
 * Loads the rows of unsettled commands as far as the phone has them: a list may display the result of a command on a
 * row that it did not load.
 */
async function loadAffectedRows(
  core: Offline,
  resource: string,
  { ops, applied }: PendingChanges,
): Promise<Map<string, RowValues>> {
  const ids = [...new Set(ops.map((op) => op.entityId))]
  const packRows = await Promise.all(ids.map((id) => core.pack.row(resource, id)))
  const rowsById = new Map<string, RowValues>()
  for (const row of [...packRows, ...applied.map((one) => one.row)]) {
    if (row) rowsById.set(String(row['id']), getNewerRow(row, rowsById.get(String(row['id'])))!)
  }
  return rowsById
}
const getNewerRow = (one: RowValues | undefined, other: RowValues | undefined): RowValues | undefined =>
  one && other ? (Number(one['version']) >= Number(other['version']) ? one : other) : (one ?? other)

/**
 * Calls back with the overlay of a person's unsettled commands over a resource's rows, again after each change. It
 * waits for the previews of those commands: without its preview a new row would be incomplete.
 */
export function watchOverlay(
  core: Offline,
  userId: string,
  resource: string,
  onOverlay: (lay: RowOverlay) => void,
  onError: (error: unknown) => void,
): () => void {
  let latestState: PendingChanges | null = null
  const publish = (
    { ops, applied }: PendingChanges,
    previews: Previews,
    affectedRows: ReadonlyMap<string, RowValues>,
  ) =>
    onOverlay((rows, fetchedAt, matches, elsewhere) =>
      overlayRows(resource, rows as { id: string }[], ops, {
        fetchedAt,
        applied,
        previews,
        now: Date.now(),
        onError,
        findElsewhere: (id) => getNewerRow(elsewhere?.(id), affectedRows.get(id)),
        ...(matches ? { matches } : {}),
      }),
    )
  const stop = core.watchPendingChanges(userId, resource, (state) => {
    latestState = state
    if (state.ops.length === 0) return publish(state, {}, new Map())
    const recoverWith =
      <T>(nothing: T) =>
      (error: unknown) => (onError(error), nothing)
    Promise.all([
      loadPreviews(state).catch(recoverWith<Previews>({})),
      loadAffectedRows(core, resource, state).catch(recoverWith(new Map<string, RowValues>())),
    ]).then(([previews, affectedRows]) => {
      if (latestState === state) publish(state, previews, affectedRows)
    }, onError)
  })
  return () => {
    latestState = null
    stop()
  }
}
