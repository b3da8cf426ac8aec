import type { EndpointOutput } from '@/contract/endpoint'
import type { WithoutFilledNames } from '@/contract/field-values'
import { addDays } from '@/plant/rules/plant-time'
import { toListScope, loadReferencedNames } from '@/server/crud/refs'
import { listPage } from '@/server/crud/list'
import { buildContainsCondition, toSearchPattern } from '@/server/search'
import { columns, computed, options, sql, limit } from '@/server/sql'
import { cacheReadByKey } from '@/server/cached-read'
import { lineStop } from '@/plant/contract/line-stop'
import { countStoppedLines } from '@/plant/server/queries/stops-in-period'
import { searchMachineIds, listSimilarMachines } from '@/areas/equipment/server/queries/machines'
import { countedRepairStates, openRepairStates, getRepairStateSince, type RepairMoments } from '../rules/repair'
import { sumHoursByPerson } from '../rules/indicators'
import { repair } from '../contract/repair'
import { LINE_STOPPED_SQL } from './queries/open-work'
import {
  openRepairOptions,
  repairBoard,
  repairCount,
  repairsOfEquipment,
  repairWorkHours,
  repairPhrases,
  similarRepairs,
} from '../contract/repair-reports'
import { getDayStart, getToday, resolveBusinessDates, resolveBusinessSpan } from '@/plant/server/plant'
import { loadPartLabels } from '@/areas/spareParts/server/queries/booked-parts'
import { handle } from '@/server/area'

const { state: stateField } = repair.fields

/** POST /book/equ_repair: repairs of a machine, newest first. */
export const listRepairsOfEquipment = handle(repairsOfEquipment, (ctx, input) =>
  listPage(toListScope(ctx), repair, {
    equipmentId: input.equipmentId,
    state: input.state,
    sort: '-reportedAt',
    ...(input.page ? { page: input.page } : {}),
    ...(input.size ? { size: input.size } : {}),
    ...(input.after ? { after: input.after } : {}),
  }),
)

/** GET /book/repair: open repairs as options. */
export const listOpenRepairs = handle(openRepairOptions, async (ctx, input) => {
  const searchPattern = toSearchPattern(input.keyword)
  const { equipmentId: machineId = null } = input
  const namedMachineIds = searchPattern ? await searchMachineIds(ctx, searchPattern) : []
  const rows = await ctx.query(
    sql`select ${columns(repair, ['id', 'number', 'faultKind', 'equipmentId', 'state'])} from repair
     where site_id = ${ctx.site} and state in (${options(stateField, ...openRepairStates)}) and (${machineId}::uuid is null or equipment_id = ${machineId})
       and (${searchPattern}::text is null or ${buildContainsCondition('number', searchPattern)} or ${buildContainsCondition('description', searchPattern)} or equipment_id = any(${namedMachineIds}::uuid[])) order by reported_at desc limit 500`,
  )
  const machineNames = await loadReferencedNames(ctx, 'equipment', rows, 'equipmentId')
  return rows.map(({ id, number, faultKind, equipmentId, state }) => ({
    id,
    label: `${number} ${machineNames[equipmentId] ?? ''} ${ctx.t(`maintenance:repair.options.faultKind.${faultKind}`)}`,
    equipmentId,
    state,
  }))
})

/**
 * GET /book/repair_work_hour. Hours count on the business date on which the work ended; rejected work counts when it is finished again.
 */
export const listRepairWorkHours = handle(repairWorkHours, async (ctx, input) => {
  const period = await resolveBusinessSpan(ctx, await resolveBusinessDates(ctx, input))
  const { lineId = null, equipmentId = null, userId: personId = null } = input
  const workHourLines = await ctx.query(
    sql`select ${computed<{ userId: string; hours: number; workedAt: string }>`h->>'userId' as "userId", (h->>'hours')::numeric as hours, ${columns(repair, [{ workedAt: 'repairEndAt' }], 'r')}`},
       ${columns(repair, [{ repairId: 'id' }], 'r')}
     from repair r cross join lateral jsonb_array_elements(r.hours) h
     where r.site_id = ${ctx.site} and r.repair_end_at >= ${period.from} and r.repair_end_at < ${period.to} and (${lineId}::uuid is null or r.line_id = ${lineId})
       and (${equipmentId}::uuid is null or r.equipment_id = ${equipmentId}) and (${personId}::text is null or h->>'userId' = ${personId})`,
  )
  const rows = sumHoursByPerson(workHourLines, period)
  return rows.map(({ userId, hours, repairs }) => ({
    id: userId,
    label: userId,
    hours,
    repairs,
  }))
})

/**
 * Counts all repairs by state, and the repairs reported between `from` and `to`. The counts are cached, because
 * every open Today page reloads them on each change.
 */
const countRepairsCached = cacheReadByKey(
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
    const sumCounts = (getCount: (row: (typeof rows)[number]) => number) =>
      rows.reduce((all, row) => all + getCount(row), 0)
    const countsByState = Object.fromEntries(
      countedRepairStates.map((state) => [state, sumCounts((row) => (row.state === state ? row.n : 0))]),
    ) as Record<(typeof countedRepairStates)[number], number>
    return {
      ...countsByState,
      total: sumCounts((row) => row.n),
      today: sumCounts((row) => row.today),
      open: sumCounts((row) => (openRepairStates.includes(row.state) ? row.n : 0)),
      linesStopped,
    }
  },
)
/** GET /repair/count: counts of repairs, and of stopped lines. */
export const countRepairs = handle(repairCount, (ctx) => {
  const day = getToday(ctx)
  return countRepairsCached(ctx, { from: getDayStart(ctx, day), to: getDayStart(ctx, addDays(day, 1)) })
})

const MAX_CARDS_PER_STATE = 100
type BoardCard = WithoutFilledNames<EndpointOutput<typeof repairBoard>[number]['repairs'][number]>
type BoardRow = Omit<BoardCard, 'since'> & RepairMoments & { total: number }
const toBoardCard = (card: BoardRow): BoardCard => ({
  id: card.id,
  number: card.number,
  equipmentId: card.equipmentId,
  faultKind: card.faultKind,
  severity: card.severity,
  description: card.description,
  lineStopped: card.lineStopped,
  reportedAt: card.reportedAt,
  since: getRepairStateSince(card),
  people: card.people,
})
/** GET /repair/board: up to 100 repairs per column; `total` counts all of them. */
export const buildRepairBoard = handle(repairBoard, async (ctx, input) => {
  const { lineId = null } = input
  const cards = await ctx.query(
    sql<BoardRow>`select * from (select ${columns(repair, ['id', 'state', 'number', 'equipmentId', 'faultKind', 'severity', 'description', 'lineStopped'], 'r')},
         ${columns(repair, ['reportedAt', 'acceptedAt', 'waits', 'rejectedAt', 'repairEndAt', 'productionAt', 'finalAt', 'updatedAt'], 'r')},
         (select coalesce(jsonb_agg(distinct p), '[]'::jsonb) from unnest(array[r.accepted_by, r.finished_by]) p where p is not null) as people,
         count(*) over (partition by r.state)::int as total,
         row_number() over (partition by r.state order by array_position(array[${options(repair.fields.severity, 'critical', 'high', 'medium', 'low')}], r.severity), ${LINE_STOPPED_SQL} desc, r.reported_at)::int as rank_in_state
       from repair r
       where r.site_id = ${ctx.site} and r.state in (${options(stateField, ...openRepairStates)}) and (${lineId}::uuid is null or r.line_id = ${lineId})) board
     where rank_in_state <= ${MAX_CARDS_PER_STATE} order by rank_in_state`,
  )
  return openRepairStates.map((state) => {
    const stateCards = cards.filter((card) => card.state === state)
    return {
      state,
      total: stateCards[0]?.total ?? 0,
      repairs: stateCards.map(toBoardCard),
    }
  })
})

const MAX_SIMILAR_REPAIRS = 20

/**
 * GET /repair/similar: finished repairs with the same kind of fault: first repairs of this machine, then of its model,
 * then of its category.
 */
export const listSimilarRepairs = handle(similarRepairs, async (ctx, input) => {
  const machines = await listSimilarMachines(ctx, input.equipmentId)
  const machinesById = new Map(machines.map((machine) => [machine.id, machine]))
  const machineIds = machines.map(({ id }) => id)
  const sameModelIds = machines.filter(({ likeness }) => likeness === 'model').map(({ id }) => id)
  const rows = await ctx.query(
    sql`select ${columns(repair, ['id', 'number', 'equipmentId', 'description', 'causes', 'actions', 'repairEndAt', 'parts'], 'r')},
         ${computed<{ hours: number }>`(select coalesce(sum((h->>'hours')::numeric), 0) from jsonb_array_elements(r.hours) h) as hours`}
       from repair r
       where r.site_id = ${ctx.site} and r.equipment_id = any(${machineIds}::uuid[]) and r.fault_kind = ${input.faultKind} and r.repair_end_at is not null
         and r.state <> ${options(repair.fields.state, 'withdrawn')} and r.id is distinct from ${input.id ?? null}::uuid
       order by r.equipment_id <> ${input.equipmentId}, r.equipment_id <> all(${sameModelIds}::uuid[]), r.repair_end_at desc ${limit(MAX_SIMILAR_REPAIRS)}`,
  )
  const partLabels = await loadPartLabels(ctx, [
    ...new Set(rows.flatMap(({ parts }) => parts.map(({ partId }) => partId))),
  ])
  const labelsById = new Map(partLabels.map(({ id, ...label }) => [id, label]))
  return rows.flatMap(({ equipmentId, repairEndAt, parts, ...row }) => {
    const machine = machinesById.get(equipmentId)
    if (!machine || repairEndAt === null) return []
    const usedParts = parts.flatMap(({ partId, quantity }) => {
      const partLabel = labelsById.get(partId)
      return partLabel ? [{ ...partLabel, quantity }] : []
    })
    return [{ ...row, parts: usedParts, repairEndAt, equipment: machine.label, likeness: machine.likeness }]
  })
})

/** Number of latest repairs of a machine whose texts are counted. */
const MAX_COUNTED_REPAIRS = 300
const MAX_PHRASES = 6
/** GET /repair/phrases: most frequent causes and remedies of a machine. Each line of a text counts as a phrase. */
export const listRepairPhrases = handle(repairPhrases, async (ctx, input) => {
  const countPhrases = (column: 'causes' | 'actions') =>
    ctx.query(
      sql`select ${computed<{ text: string; count: number }>`btrim(phrase) as text, count(*)::int as count`}
       from (select ${columns(repair, ['causes', 'actions'])} from repair
             where site_id = ${ctx.site} and equipment_id = ${input.equipmentId} and repair_end_at is not null and state <> ${options(stateField, 'withdrawn')}
             order by repair_end_at desc ${limit(MAX_COUNTED_REPAIRS)}) r,
         regexp_split_to_table(${column === 'causes' ? sql`r.causes` : sql`r.actions`}, E'\\n') phrase
       where btrim(phrase) <> '' group by btrim(phrase) order by count(*) desc, btrim(phrase) ${limit(MAX_PHRASES)}`,
    )
  return { causes: await countPhrases('causes'), actions: await countPhrases('actions') }
})
