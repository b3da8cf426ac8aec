import type { InOf, OutOf } from '@/contract/endpoint'
import { addDays } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { scopeOf } from '@/server/crud/operations'
import { listPage } from '@/server/crud/list'
import { namesOf } from '@/server/crud/refs'
import { linesStanding } from '@/plant/server/queries/standstills'
import { machinesLike } from '@/areas/equipment/server/queries/machines'
import { finalStates } from '@/contract/state-machine'
import {
  countedStates,
  openRepairStates,
  repair as machine,
  sinceOf,
  type RepairMoments,
  type RepairState,
} from '../rules/repair'
import { hoursByPerson } from '../rules/indicators'
import { repair } from '../contract/repair'
import type {
  openRepairs,
  repairBoard,
  repairCount,
  repairsOfEquipment,
  repairWorkHours,
} from '../contract/repair-reports'
import { likeWord, periodOf, startOf, today } from '@/plant/server/plant'

/** POST /book/equ_repair */
export const ofEquipment = (ctx: Context, input: InOf<typeof repairsOfEquipment>) =>
  listPage(scopeOf(ctx), repair, {
    equipmentId: input.equipmentId,
    state: input.state,
    sort: '-reportedAt',
    ...(input.page ? { page: input.page } : {}),
    ...(input.size ? { size: input.size } : {}),
    ...(input.after ? { after: input.after } : {}),
  })

interface Open extends Record<string, unknown> {
  id: string
  number: string
  faultKind: string
  equipmentId: string
  state: OutOf<typeof openRepairs>[number]['state']
}
/** GET /book/repair */
export async function open(ctx: Context, input: InOf<typeof openRepairs>): Promise<OutOf<typeof openRepairs>> {
  const like = likeWord(input.keyword)
  const rows = await ctx.query<Open>(
    `select id, number, fault_kind as "faultKind", equipment_id as "equipmentId", state from repair
     where site_id = $1 and state <> all($2) and ($3::uuid is null or equipment_id = $3)
       and ($4::text is null or number ilike $4 or description ilike $4 or equipment_id = any($5::uuid[])) order by reported_at desc limit 500`,
    [ctx.site, finalStates(machine), input.equipmentId ?? null, like, like ? await machinesLike(ctx, like) : []],
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
  namesOf(scopeOf(ctx), 'equipment', [...new Set(rows.map(({ equipmentId }) => equipmentId))])

/** GET /book/repair_work_hour. Hours count on the day the work ended; what was rejected counts again when it is finished. */
export async function workHours(
  ctx: Context,
  input: InOf<typeof repairWorkHours>,
): Promise<OutOf<typeof repairWorkHours>> {
  const period = periodOf(ctx, input)
  const work = await ctx.query<{ userId: string; repairId: string; hours: number; workedAt: string }>(
    `select h->>'userId' as "userId", r.id as "repairId", (h->>'hours')::numeric as hours, r.repair_end_at as "workedAt" from repair r cross join lateral jsonb_array_elements(r.hours) h
     where r.site_id = $1 and r.repair_end_at >= $2 and r.repair_end_at < $3 and ($4::uuid is null or r.line_id = $4) and ($5::uuid is null or r.equipment_id = $5) and ($6::text is null or h->>'userId' = $6)`,
    [ctx.site, period.from, period.to, input.lineId ?? null, input.equipmentId ?? null, input.userId ?? null],
  )
  const rows = hoursByPerson(work, period)
  const names = await namesOf(
    scopeOf(ctx),
    'user',
    rows.map((r) => r.userId),
  )
  return rows.map(({ userId, hours, repairs }) => ({ id: userId, label: names[userId] ?? userId, hours, repairs }))
}

/** GET /repair/count */
export async function count(ctx: Context): Promise<OutOf<typeof repairCount>> {
  const day = today(ctx)
  const rows = await ctx.query<{ state: RepairState; n: number; today: number }>(
    `select state, count(*)::int as n, count(*) filter (where reported_at >= $2 and reported_at < $3)::int as today
     from repair where site_id = $1 group by state`,
    [ctx.site, startOf(ctx, day), startOf(ctx, addDays(day, 1))],
  )
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  const by = Object.fromEntries(
    countedStates.map((state) => [state, sum((row) => (row.state === state ? row.n : 0))]),
  ) as Record<(typeof countedStates)[number], number>
  return {
    ...by,
    total: sum((row) => row.n),
    today: sum((row) => row.today),
    open: sum((row) => (openRepairStates.includes(row.state) ? row.n : 0)),
    linesStopped: await linesStanding(ctx),
  }
}

const columns = openRepairStates
const EACH = 100
type Shown = OutOf<typeof repairBoard>[number]['repairs'][number]
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
/** GET /repair/board: up to 100 repairs a column; `total` counts them all. */
export async function board(ctx: Context, input: InOf<typeof repairBoard>): Promise<OutOf<typeof repairBoard>> {
  const cards = await ctx.query<Card & { place: number }>(
    `select * from (select r.id, r.state, r.number, r.equipment_id as "equipmentId", r.fault_kind as "faultKind", r.severity, r.description,
         r.line_stopped as "lineStopped", r.reported_at as "reportedAt",
         r.accepted_at as "acceptedAt", r.rejected_at as "rejectedAt", r.repair_end_at as "repairEndAt", r.production_at as "productionAt",
         r.final_at as "finalAt", r.updated_at as "updatedAt",
         (select coalesce(jsonb_agg(distinct p), '[]'::jsonb) from unnest(array[r.accepted_by, r.finished_by]) p where p is not null) as people,
         count(*) over (partition by r.state)::int as total,
         row_number() over (partition by r.state order by array_position(array['critical', 'high', 'medium', 'low'], r.severity), r.line_stopped desc, r.reported_at)::int as place
       from repair r
       where r.site_id = $1 and r.state = any($2) and ($3::uuid is null or r.line_id = $3)) board where place <= ${EACH} order by place`,
    [ctx.site, columns, input.lineId ?? null],
  )
  const names = await namesOfMachines(ctx, cards)
  return columns.map((state) => {
    const own = cards.filter((c) => c.state === state)
    return {
      state,
      total: own[0]?.total ?? 0,
      repairs: own.map((card) => shownOn(card, names[card.equipmentId] ?? '')),
    }
  })
}
