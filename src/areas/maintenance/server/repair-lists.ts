import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { addDays } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { toListScope } from '@/server/crud/list-scope'
import { listPage } from '@/server/crud/list'
import { contains, toSearchPattern } from '@/server/search'
import { columns, computed, options, sql } from '@/server/sql'
import { cacheReadByKey } from '@/server/cached-read'
import { lineStop } from '@/plant/contract/line-stop'
import { countStoppedLines } from '@/plant/server/queries/stops-in-period'
import { searchMachineIds } from '@/areas/equipment/server/queries/machines'
import { countedStates, openRepairStates, sinceOf, type RepairMoments } from '../rules/repair'
import { hoursByPerson } from '../rules/indicators'
import { repair } from '../contract/repair'
import type {
  openRepairs,
  repairBoard,
  repairCount,
  repairsOfEquipment,
  repairWorkHours,
} from '../contract/repair-reports'
import { loadReferencedNames } from '@/server/crud/load-names'
import { resolvePeriod, getDayStart, getToday } from '@/plant/server/plant'

const { state: at } = repair.fields

/** POST /book/equ_repair: repairs of a machine, newest first. */
export const ofEquipment = (ctx: Context, input: EndpointInput<typeof repairsOfEquipment>) =>
  listPage(toListScope(ctx), repair, {
    equipmentId: input.equipmentId,
    state: input.state,
    sort: '-reportedAt',
    ...(input.page ? { page: input.page } : {}),
    ...(input.size ? { size: input.size } : {}),
    ...(input.after ? { after: input.after } : {}),
  })

/** GET /book/repair: open repairs as options. */
export async function open(
  ctx: Context,
  input: EndpointInput<typeof openRepairs>,
): Promise<EndpointOutput<typeof openRepairs>> {
  const like = toSearchPattern(input.keyword)
  const { equipmentId: of = null } = input
  const meant = like ? await searchMachineIds(ctx, like) : []
  const rows = await ctx.query(
    sql`select ${columns(repair, ['id', 'number', 'faultKind', 'equipmentId', 'state'])} from repair
     where site_id = ${ctx.site} and state in (${options(at, ...openRepairStates)}) and (${of}::uuid is null or equipment_id = ${of})
       and (${like}::text is null or ${contains('number', like)} or ${contains('description', like)} or equipment_id = any(${meant}::uuid[])) order by reported_at desc limit 500`,
  )
  const names = await namesOfMachines(ctx, rows)
  return rows.map(({ id, number, faultKind, equipmentId, state }) => ({
    id,
    label: `${number} ${names[equipmentId] ?? ''} ${ctx.t(`maintenance:repair.options.faultKind.${faultKind}`)}`,
    equipmentId,
    state,
  }))
}
const namesOfMachines = (ctx: Context, rows: readonly { equipmentId: string }[]): Promise<Record<string, string>> =>
  loadReferencedNames(ctx, 'equipment', rows, 'equipmentId')

/**
 * GET /book/repair_work_hour. Hours count on the day the work ended; rejected work counts when it is finished again.
 */
export async function workHours(
  ctx: Context,
  input: EndpointInput<typeof repairWorkHours>,
): Promise<EndpointOutput<typeof repairWorkHours>> {
  const period = resolvePeriod(ctx, input)
  const { lineId = null, equipmentId = null, userId: by = null } = input
  const work = await ctx.query(
    sql`select ${computed<{ userId: string; hours: number; workedAt: string }>`h->>'userId' as "userId", (h->>'hours')::numeric as hours, ${columns(repair, [{ workedAt: 'repairEndAt' }], 'r')}`},
       ${columns(repair, [{ repairId: 'id' }], 'r')}
     from repair r cross join lateral jsonb_array_elements(r.hours) h
     where r.site_id = ${ctx.site} and r.repair_end_at >= ${period.from} and r.repair_end_at < ${period.to} and (${lineId}::uuid is null or r.line_id = ${lineId})
       and (${equipmentId}::uuid is null or r.equipment_id = ${equipmentId}) and (${by}::text is null or h->>'userId' = ${by})`,
  )
  const rows = hoursByPerson(work, period)
  const names = await loadReferencedNames(ctx, 'user', rows, 'userId')
  return rows.map(({ userId, hours, repairs }) => ({ id: userId, label: names[userId] ?? userId, hours, repairs }))
}

/** Counts of a day, keyed by its start and end. Cached, because every open Today page reloads them on each change. */
const counted = cacheReadByKey(
  [repair, lineStop],
  ({ from, to }: { from: string; to: string }) => `${from} ${to}`,
  async (ctx, { from, to }): Promise<EndpointOutput<typeof repairCount>> => {
    const [rows, linesStopped] = await Promise.all([
      ctx.query(
        sql`select ${columns(repair, ['state'])}, ${computed<{ n: number; today: number }>`count(*)::int as n, count(*) filter (where reported_at >= ${from} and reported_at < ${to})::int as today`}
         from repair where site_id = ${ctx.site} group by state`,
      ),
      countStoppedLines(ctx),
    ])
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
    const by = Object.fromEntries(
      countedStates.map((state) => [state, sum((row) => (row.state === state ? row.n : 0))]),
    ) as Record<(typeof countedStates)[number], number>
    return {
      ...by,
      total: sum((row) => row.n),
      today: sum((row) => row.today),
      open: sum((row) => (openRepairStates.includes(row.state) ? row.n : 0)),
      linesStopped,
    }
  },
)
/** GET /repair/count: counts of repairs, and of stopped lines. */
export function count(ctx: Context): Promise<EndpointOutput<typeof repairCount>> {
  const day = getToday(ctx)
  return counted(ctx, { from: getDayStart(ctx, day), to: getDayStart(ctx, addDays(day, 1)) })
}

const EACH = 100
type Shown = EndpointOutput<typeof repairBoard>[number]['repairs'][number]
type Card = Omit<Shown, 'equipment' | 'since'> & RepairMoments & { total: number }
const shownOn = (card: Card, equipment: string): Shown => ({
  id: card.id,
  number: card.number,
  equipmentId: card.equipmentId,
  equipment,
  faultKind: card.faultKind,
  severity: card.severity,
  description: card.description,
  lineStopped: card.lineStopped,
  reportedAt: card.reportedAt,
  since: sinceOf(card),
  people: card.people,
})
/** GET /repair/board: up to 100 repairs per column; `total` counts all of them. */
export async function board(
  ctx: Context,
  input: EndpointInput<typeof repairBoard>,
): Promise<EndpointOutput<typeof repairBoard>> {
  const { lineId = null } = input
  const cards = await ctx.query(
    sql<Card>`select * from (select ${columns(repair, ['id', 'state', 'number', 'equipmentId', 'faultKind', 'severity', 'description', 'lineStopped'], 'r')},
         ${columns(repair, ['reportedAt', 'acceptedAt', 'waits', 'rejectedAt', 'repairEndAt', 'productionAt', 'finalAt', 'updatedAt'], 'r')},
         (select coalesce(jsonb_agg(distinct p), '[]'::jsonb) from unnest(array[r.accepted_by, r.finished_by]) p where p is not null) as people,
         count(*) over (partition by r.state)::int as total,
         row_number() over (partition by r.state order by array_position(array[${options(repair.fields.severity, 'critical', 'high', 'medium', 'low')}], r.severity), r.line_stopped desc, r.reported_at)::int as place
       from repair r
       where r.site_id = ${ctx.site} and r.state in (${options(at, ...openRepairStates)}) and (${lineId}::uuid is null or r.line_id = ${lineId})) board
     where place <= ${EACH} order by place`,
  )
  const names = await namesOfMachines(ctx, cards)
  return openRepairStates.map((state) => {
    const own = cards.filter((c) => c.state === state)
    return {
      state,
      total: own[0]?.total ?? 0,
      repairs: own.map((card) => shownOn(card, names[card.equipmentId] ?? '')),
    }
  })
}
