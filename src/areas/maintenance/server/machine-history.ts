import { canCall, type Endpoint, type EndpointInput, type EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { translatePresets } from '@/contract/preset'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { addDays, type Moment } from '@/plant/rules/plant-time'
import { getDayStart } from '@/plant/server/plant'
import { equipment } from '@/areas/equipment/contract/equipment'
import {
  loadLedgerEntries,
  loadHistoryEntries,
  buildPeopleSql,
  type HistoryWindow,
  type HistorySource,
  type MachineHistoryEntry,
} from '@/areas/equipment/server/queries/machine-history'
import { listRecordIdsWithParts } from '@/areas/equipment/server/queries/records'
import { loadNames } from '@/server/crud/load-names'
import { options } from '@/server/sql'
import { historyKinds, type equipmentHistory } from '../contract/machine-calls'
import { inspectionResult } from '../contract/inspection-round'

const skipped = options(inspectionResult.fields.state, 'skipped')

type Kind = (typeof historyKinds)[number]
type Line = MachineHistoryEntry<Kind>
type OwnKind = 'repair' | 'inspectionResult' | 'stockMovement'

const sources: readonly HistorySource<OwnKind>[] = [
  {
    kind: 'repair',
    from: 'repair r',
    occurredAt: 'r.reported_at',
    detail: `concat_ws(' ', r.number, r.description)`,
    state: 'r.state',
    people: buildPeopleSql('reported_by', 'finished_by'),
    images: 'jsonb_array_length(r.images) + jsonb_array_length(r.work_images)',
  },
  {
    kind: 'inspectionResult',
    from: 'inspection_result r',
    occurredAt: 'r.occurred_at',
    detail: 'coalesce(r.reason, r.note)',
    state: `case when r.state = ${skipped} then ${skipped} else r.verdict end`,
    people: buildPeopleSql('user_id'),
    images: 'jsonb_array_length(r.images)',
  },
]
/** Source of stock movements for a machine's repairs and for records that list parts. */
const movements = (records: readonly string[]): HistorySource<OwnKind> => ({
  kind: 'stockMovement',
  from: 'stock_movement r join spare_part p on p.site_id = r.site_id and p.id = r.part_id',
  occurredAt: 'r.occurred_at',
  detail: `concat_ws(' ', p.code, p.name, trim_scale(r.quantity), p.unit)`,
  state: 'r.kind',
  people: buildPeopleSql('user_id'),
  images: '0',
  where: (place) =>
    `(r.repair_id in (select id from repair where site_id = $1 and equipment_id = $2) or r.record_id = any(${place(records)}::text[]))`,
})

/** Lists the history of a machine, newest first, limited to kinds whose lists the caller may see. */
export async function historyOf(
  ctx: Context,
  input: EndpointInput<typeof equipmentHistory>,
): Promise<EndpointOutput<typeof equipmentHistory>> {
  await ctx.rows.get(equipment, input.id)
  const kinds = kindsFor(ctx, input.kind ?? null)
  const size = input.size ?? 50
  const frame = { equipmentId: input.id, ...periodOf(ctx, input), after: cursorOf(input.after), size: size + 1 }
  const [ledger, own] = [await loadLedgerEntries(ctx, kinds, frame), await ownLines(ctx, kinds, frame)]
  const rows = [...ledger.lines, ...own.lines].sort(newestFirst)
  const lines = rows.slice(0, size)
  const last = lines.at(-1)
  return {
    total: ledger.total + own.total,
    list: lines.map((line) => ({
      id: line.id,
      kind: line.kind,
      occurredAt: line.occurredAt,
      title: titleOf(ctx, line),
      state: line.state,
      people: line.people,
      images: line.images,
    })),
    refs: await loadNames(
      ctx,
      'user',
      lines.flatMap((line) => line.people),
    ),
    next:
      rows.length > size && last ? Buffer.from(JSON.stringify([last.occurredAt, last.id])).toString('base64url') : null,
  }
}
async function ownLines(ctx: Context, kinds: ReadonlySet<string>, frame: HistoryWindow) {
  const asked = sources.filter(({ kind }) => kinds.has(kind))
  if (kinds.has('stockMovement')) asked.push(movements(await listRecordIdsWithParts(ctx, frame.equipmentId)))
  return loadHistoryEntries(ctx, asked, frame)
}
const newestFirst = (a: Line, b: Line): number =>
  a.occurredAt === b.occurredAt ? (a.id < b.id ? 1 : -1) : a.occurredAt < b.occurredAt ? 1 : -1

const listOf = (ctx: Context, kind: Kind): Endpoint | undefined =>
  (ctx as KitContext).app.endpoints.get(`${kind}.list`)?.endpoint
/**
 * Returns the kinds whose lists the caller may see, limited to the requested one if any.
 * @throws forbidden if none remains
 */
function kindsFor(ctx: Context, asked: Kind | null): ReadonlySet<string> {
  const wanted = asked ? [asked] : historyKinds
  const shown = wanted.filter((kind) => {
    const list = listOf(ctx, kind)
    return list !== undefined && canCall(list.access, ctx.person)
  })
  if (shown.length === 0)
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', {
      params: { key: String((asked && listOf(ctx, asked)?.access) ?? '') },
    })
  return new Set(shown)
}

function titleOf(ctx: Context, { kind, detail }: Line): string {
  const area = listOf(ctx, kind)?.area ?? 'equipment'
  const name = ctx.t(`${area}:${kind}.name`)
  const said = detail && translatePresets(detail, ctx.t).replace(/\s+/g, ' ').trim()
  return (said ? `${name} · ${said}` : name).slice(0, 400)
}
/** Resolves a period of days of the plant's calendar, both included. */
function periodOf(
  ctx: Context,
  { from, to }: { from?: string | null; to?: string | null },
): { from: Moment | null; to: Moment | null } {
  if (from && to && from > to) throw refuseInput([{ path: ['to'], code: 'tooSmall', params: { limit: from } }])
  return { from: from ? getDayStart(ctx, from) : null, to: to ? getDayStart(ctx, addDays(to, 1)) : null }
}
function cursorOf(after: string | null | undefined): readonly [Moment, string] | null {
  if (!after) return null
  let cursor: unknown
  try {
    cursor = JSON.parse(Buffer.from(after, 'base64url').toString('utf8'))
  } catch {
    cursor = null
  } // refused below
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
