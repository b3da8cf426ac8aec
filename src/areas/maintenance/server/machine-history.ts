import { canCall, type Endpoint } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { translatePresets } from '@/contract/preset'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { addDays, type Moment } from '@/plant/rules/plant-time'
import { getDayStart } from '@/plant/server/plant'
import { equipment } from '@/areas/equipment/contract/equipment'
import {
  loadRecordEntries,
  loadHistoryEntries,
  buildPeopleSql,
  type HistoryWindow,
  type HistorySource,
  type MachineHistoryEntry,
} from '@/areas/equipment/server/queries/machine-history'
import { listRecordIdsWithParts } from '@/areas/equipment/server/queries/records'
import { INSPECTION_HISTORY_SOURCE } from '@/areas/rounds/server/queries/rounds'
import { buildMovementSource } from '@/areas/spareParts/server/queries/movement-history'
import { loadNames } from '@/server/crud/refs'
import { sql } from '@/server/sql'
import { historyKinds, equipmentHistory } from '../contract/machine-endpoints'
import { handle } from '@/server/area'

type HistoryKind = (typeof historyKinds)[number]
type HistoryEntry = MachineHistoryEntry<HistoryKind>
type MaintenanceKind = 'repair' | 'inspectionResult' | 'stockMovement'

const HISTORY_SOURCES: readonly HistorySource<MaintenanceKind>[] = [
  {
    kind: 'repair',
    from: sql`repair r`,
    occurredAt: sql`r.reported_at`,
    detail: sql`concat_ws(' ', r.number, r.description)`,
    state: sql`r.state`,
    people: buildPeopleSql('reported_by', 'finished_by'),
    images: sql`jsonb_array_length(r.images) + jsonb_array_length(r.work_images)`,
  },
  INSPECTION_HISTORY_SOURCE,
]
/** Builds the subquery that selects the ids of a machine's repairs. */
const buildRepairIdsSql = (siteId: number, equipmentId: string) =>
  sql`select id from repair where site_id = ${siteId} and equipment_id = ${equipmentId}`

/** GET /book/history: history of a machine, newest first, limited to the kinds whose lists the caller may see. */
export const listMachineHistory = handle(equipmentHistory, async (ctx, input) => {
  await ctx.rows.get(equipment, input.id)
  const kinds = resolveHistoryKinds(ctx, input.kind ?? null)
  const size = input.size ?? 50
  const historyWindow = {
    equipmentId: input.id,
    ...resolveHistoryPeriod(ctx, input),
    after: parseCursor(input.after),
    size: size + 1,
  }
  const recordEntries = await loadRecordEntries(ctx, kinds, historyWindow)
  const maintenanceEntries = await loadMaintenanceEntries(ctx, kinds, historyWindow)
  const candidateEntries = [...recordEntries.entries, ...maintenanceEntries.entries].sort(compareByNewest)
  const entries = candidateEntries.slice(0, size)
  const lastEntry = entries.at(-1)
  return {
    total: recordEntries.total + maintenanceEntries.total,
    list: entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      occurredAt: entry.occurredAt,
      title: buildEntryTitle(ctx, entry),
      state: entry.state,
      people: entry.people,
      images: entry.images,
    })),
    refs: await loadNames(
      ctx,
      'user',
      entries.flatMap((entry) => entry.people),
    ),
    next:
      candidateEntries.length > size && lastEntry
        ? Buffer.from(JSON.stringify([lastEntry.occurredAt, lastEntry.id])).toString('base64url')
        : null,
  }
})
async function loadMaintenanceEntries(ctx: Context, kinds: ReadonlySet<string>, historyWindow: HistoryWindow) {
  const sources = HISTORY_SOURCES.filter(({ kind }) => kinds.has(kind))
  if (kinds.has('stockMovement'))
    sources.push(buildMovementSource(await listRecordIdsWithParts(ctx, historyWindow.equipmentId), buildRepairIdsSql))
  return loadHistoryEntries(ctx, sources, historyWindow)
}
function compareByNewest(a: HistoryEntry, b: HistoryEntry): number {
  if (a.occurredAt === b.occurredAt) return a.id < b.id ? 1 : -1
  return a.occurredAt < b.occurredAt ? 1 : -1
}

const getListEndpoint = (ctx: Context, kind: HistoryKind): Endpoint | undefined =>
  (ctx as AppContext).app.endpoints.get(`${kind}.list`)?.endpoint
/**
 * Returns the kinds whose lists the caller may see, limited to the requested one if any.
 * @throws forbidden if none remains
 */
function resolveHistoryKinds(ctx: Context, requestedKind: HistoryKind | null): ReadonlySet<string> {
  const candidateKinds = requestedKind ? [requestedKind] : historyKinds
  const allowedKinds = candidateKinds.filter((kind) => {
    const listEndpoint = getListEndpoint(ctx, kind)
    return listEndpoint !== undefined && canCall(listEndpoint.access, ctx.person)
  })
  if (allowedKinds.length === 0)
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', {
      params: { key: String((requestedKind && getListEndpoint(ctx, requestedKind)?.access) ?? '') },
    })
  return new Set(allowedKinds)
}

function buildEntryTitle(ctx: Context, { kind, detail }: HistoryEntry): string {
  const area = getListEndpoint(ctx, kind)?.area ?? 'equipment'
  const name = ctx.t(`${area}:${kind}.name`)
  const detailText = detail && translatePresets(detail, ctx.t).replace(/\s+/g, ' ').trim()
  return (detailText ? `${name} · ${detailText}` : name).slice(0, 400)
}
/** Converts a range of days, both included, to moments in the plant's time zone. */
function resolveHistoryPeriod(
  ctx: Context,
  { from, to }: { from?: string | null; to?: string | null },
): { from: Moment | null; to: Moment | null } {
  if (from && to && from > to) throw refuseInput([{ path: ['to'], code: 'tooSmall', params: { limit: from } }])
  return { from: from ? getDayStart(ctx, from) : null, to: to ? getDayStart(ctx, addDays(to, 1)) : null }
}
function parseCursor(cursorText: string | null | undefined): readonly [Moment, string] | null {
  if (!cursorText) return null
  let cursor: unknown
  try {
    cursor = JSON.parse(Buffer.from(cursorText, 'base64url').toString('utf8'))
  } catch {
    cursor = null // refused below
  }
  if (
    !Array.isArray(cursor) ||
    typeof cursor[0] !== 'string' ||
    Number.isNaN(Date.parse(cursor[0])) ||
    typeof cursor[1] !== 'string' ||
    !isUuid(cursor[1])
  )
    throw refuseInput([{ path: ['after'], code: 'badFormat' }])
  return [cursor[0], cursor[1]]
}
