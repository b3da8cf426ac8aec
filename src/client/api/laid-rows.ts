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
  const show = ({ ops, applied }: Unsettled, previews: Previews) =>
    seen((rows, fetchedAt, matches) =>
      overlay(resource, rows as { id: string }[], ops, {
        fetchedAt,
        applied,
        previews,
        now: Date.now(),
        failed,
        ...(matches ? { matches } : {}),
      }),
    )
  const stop = core.watchUnsettled(userId, resource, (state) => {
    newest = state
    if (state.ops.length === 0) return show(state, {})
    previewsFor(state)
      .catch((error: unknown) => {
        failed(error)
        return {}
      })
      .then((previews) => {
        if (newest === state) show(state, previews)
      }, failed)
  })
  return () => {
    newest = null
    stop()
  }
}
