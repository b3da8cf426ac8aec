import { overlay, type Offline, type Preview, type Unsettled } from '@/offline'
import { previewsOf } from '@/offline/command-preview'
import type { AreaClient } from '../area'
import { areaOfOperation } from '../areas'
import type { Lay } from './phone'

type Previews = Readonly<Record<string, Preview>>

/** What the commands of an area make of their rows, by their definition; loaded with the first unsent one of them. */
const loaded = new Map<AreaClient, Promise<Previews>>()
function previewsOfArea(area: AreaClient): Promise<Previews> {
  const known = loaded.get(area)
  if (known) return known
  const loading = area.contract ? area.contract().then(previewsOf) : Promise.resolve({})
  loaded.set(area, loading)
  loading.catch(() => loaded.delete(area)) // tried again with the next change
  return loading
}
async function previewsFor({ ops }: Unsettled): Promise<Previews> {
  const areas = new Set(ops.flatMap(({ op }) => areaOfOperation(op) ?? []))
  return Object.assign({}, ...(await Promise.all([...areas].map(previewsOfArea)))) as Previews
}

type Known = Record<string, unknown>
/** The rows that unsettled commands are of, as far as the phone holds them: a list may show what a command makes of one that it did not read. */
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
 * Calls back with how a person's unsettled commands are laid over a resource's rows, again after each change. Not before the
 * previews of those commands are here: a report without its preview is half a row.
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
