import { overlay, type Offline, type Preview, type Unsettled } from '@/offline'
import { previewsOf } from '@/offline/command-preview'
import type { AreaClient } from '../area'
import { areaOfOperation } from '../areas'
import type { Lay } from './phone'

type Previews = Readonly<Record<string, Preview>>

/** Previews of an area's commands by their definition; loaded with the first unsent command. */
const loaded = new Map<AreaClient, Promise<Previews>>()
function previewsOfArea(area: AreaClient): Promise<Previews> {
  const known = loaded.get(area)
  if (known) return known
  const loading = area.contract ? area.contract().then(previewsOf) : Promise.resolve({})
  loaded.set(area, loading)
  loading.catch(() => loaded.delete(area)) // retried with the next change
  return loading
}
async function previewsFor({ ops }: Unsettled): Promise<Previews> {
  const areas = new Set(ops.flatMap(({ op }) => areaOfOperation(op) ?? []))
  return Object.assign({}, ...(await Promise.all([...areas].map(previewsOfArea)))) as Previews
}

type Known = Record<string, unknown>
/**
 * Loads the rows of unsettled commands as far as the phone has them: a list may display the result of a command on a
 * row that it did not load.
 */
async function rowsOf(core: Offline, resource: string, { ops, applied }: Unsettled): Promise<Map<string, Known>> {
  const ids = [...new Set(ops.map((op) => op.entityId))]
  const packed = await Promise.all(ids.map((id) => core.pack.row(resource, id)))
  const all = new Map<string, Known>()
  for (const row of [...packed, ...applied.map((one) => one.row)]) {
    if (row) all.set(String(row['id']), newer(row, all.get(String(row['id'])))!)
  }
  return all
}
const newer = (one: Known | undefined, other: Known | undefined): Known | undefined =>
  one && other ? (Number(one['version']) >= Number(other['version']) ? one : other) : (one ?? other)

/**
 * Calls back with the overlay of a person's unsettled commands over a resource's rows, again after each change. It
 * waits for the previews of those commands: without its preview a new row would be incomplete.
 */
export function watchLaid(
  core: Offline,
  userId: string,
  resource: string,
  seen: (lay: Lay) => void,
  failed: (error: unknown) => void,
): () => void {
  let newest: Unsettled | null = null
  const show = ({ ops, applied }: Unsettled, previews: Previews, beyond: ReadonlyMap<string, Known>) =>
    seen((rows, fetchedAt, matches, elsewhere) =>
      overlay(resource, rows as { id: string }[], ops, {
        fetchedAt,
        applied,
        previews,
        now: Date.now(),
        failed,
        elsewhere: (id) => newer(elsewhere?.(id), beyond.get(id)),
        ...(matches ? { matches } : {}),
      }),
    )
  const stop = core.watchUnsettled(userId, resource, (state) => {
    newest = state
    if (state.ops.length === 0) return show(state, {}, new Map())
    const without =
      <T>(nothing: T) =>
      (error: unknown) => (failed(error), nothing)
    Promise.all([
      previewsFor(state).catch(without<Previews>({})),
      rowsOf(core, resource, state).catch(without(new Map<string, Known>())),
    ]).then(([previews, beyond]) => {
      if (newest === state) show(state, previews, beyond)
    }, failed)
  })
  return () => {
    newest = null
    stop()
  }
}
