import type { EndpointInput } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { buildContainsCondition, toSearchPattern } from '@/server/search'
import { columns, computed, countOptions, limit, options, sql } from '@/server/sql'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { listSelectablePeople } from '@/areas/access/server/queries/people'
import { loadMachinesById, searchMachineIds } from '@/areas/equipment/server/queries/machines'
import { countPeopleInPm, countPmDone } from '@/areas/equipment/server/queries/records'
import { pmCount, pmMachines, pmTitles, pmTasks, pmPeople } from '../contract/pm-endpoints'
import { parseLabel } from '@/plant/rules/label'

import { getTodaySpan } from './maintenance-counts'
import { getMeterDue } from '../rules/pm-plan'
import { pmPlan } from '../contract/pm-plan'
import { pmStates } from '../rules/pm-due-dates'
import { handle } from '@/server/area'

type OptionInput = EndpointInput<typeof pmMachines>
type PmOption = {
  id: string
  label: string
  code: string | null
  note: string | null
  unit: string | null
  count: number | null
}
const MAX_OPTIONS = 500
const { state: stateField } = pmPlan.fields
const STATES_BY_URGENCY = pmStates.toReversed()

/** Finds machines by keyword or by the text of a scanned label; null without a keyword. */
async function findMachineIdsByKeyword(ctx: Context, input: OptionInput): Promise<string[] | null> {
  const scan = parseLabel(input.keyword ?? '')
  const searchPattern = toSearchPattern(scan.kind === 'equipment' ? scan.code : input.keyword)
  return searchPattern === null ? null : searchMachineIds(ctx, searchPattern)
}

/** GET /book/upkeep: machines sorted by code, with the number of their plans. */
export const listPmMachines = handle(pmMachines, async (ctx, input) => {
  const { equipmentId = null } = input
  const matchingMachineIds = await findMachineIdsByKeyword(ctx, input)
  const plans = await ctx.query(
    sql<{ id: string; count: number }>`select equipment_id as id, count(*)::int as count from pm_plan
     where site_id = ${ctx.site} and (${equipmentId}::uuid is null or equipment_id = ${equipmentId}) and (${matchingMachineIds}::uuid[] is null or equipment_id = any(${matchingMachineIds}::uuid[])) group by equipment_id`,
  )
  const planCountsById = new Map(plans.map(({ id, count }) => [id, count]))
  return (await loadMachinesById(ctx, [...planCountsById.keys()]))
    .slice(0, MAX_OPTIONS)
    .map(({ id, label, code }) => ({ id, label, code, note: null, unit: null, count: planCountsById.get(id) ?? 0 }))
})
/** GET /book/upkeep2: plans, most urgent first; `note` is the due day or the due counter reading. */
export const listPmTitles = handle(pmTitles, async (ctx, input) => {
  const { equipmentId: machineId = null } = input
  const searchPattern = toSearchPattern(input.keyword)
  const matchingMachineIds = await findMachineIdsByKeyword(ctx, input)
  const plans = await ctx.query(
    sql`select ${columns(pmPlan, ['id', 'equipmentId', 'state', 'dueBy', 'dueReading', 'currentReading', 'nextDueOn', 'meterUnit'])},
       ${computed<{ label: string }>`${buildLocalizedFieldSql(pmPlan, 'title', ctx.language)} as label`} from pm_plan
     where site_id = ${ctx.site} and not paused and (${machineId}::uuid is null or equipment_id = ${machineId})
       and (${searchPattern}::text is null or ${buildContainsCondition('title', searchPattern)} or ${buildContainsCondition('title_en', searchPattern)} or equipment_id = any(${matchingMachineIds}::uuid[]))
     order by array_position(array[${options(stateField, ...STATES_BY_URGENCY)}], state), next_due_on nulls last, id ${limit(MAX_OPTIONS)}`,
  )
  const machineRows = await loadMachinesById(
    ctx,
    plans.map(({ equipmentId }) => equipmentId),
  )
  const codesById = new Map(machineRows.map(({ id, code }) => [id, code]))
  const { format: formatNumber } = new Intl.NumberFormat(ctx.language)
  return plans.map(({ id, label, nextDueOn, meterUnit: unit, equipmentId, ...dueFields }) => {
    const meterDue = getMeterDue(dueFields)
    const dueText = meterDue
      ? ctx.t('maintenance:pages.upkeepPlan.dueAt', {
          due: formatNumber(meterDue.dueReading),
          now: formatNumber(meterDue.currentReading),
          unit,
        })
      : nextDueOn
    return { id, label, note: dueText, unit, count: null, code: codesById.get(equipmentId) ?? null }
  })
})
/**
 * GET /book/upkeep3: tasks of plans. `id` consists of the plan id and the position of the task, `code` is the standard,
 * and `note` is the method.
 */
export const listPmTasks = handle(pmTasks, (ctx, input) => {
  const { equipmentId = null } = input
  const searchPattern = toSearchPattern(input.keyword)
  return ctx.query(
    sql<PmOption>`select p.id || ':' || t.at as id, t.task->>'title' as label, t.task->>'standard' as code, t.task->>'method' as note, null as unit, null as count
   from pm_plan p cross join lateral jsonb_array_elements(p.tasks) with ordinality as t(task, at)
   where p.site_id = ${ctx.site} and not p.paused and (${equipmentId}::uuid is null or p.equipment_id = ${equipmentId}) and (${searchPattern}::text is null or ${buildContainsCondition(`(t.task->>'title')`, searchPattern)}) order by p.title, p.id, t.at ${limit(MAX_OPTIONS)}`,
  )
})
/** GET /book/upkeep4: people responsible for a plan or named in a record, most frequent first. */
export const listPmPeople = handle(pmPeople, async (ctx, input) => {
  const { equipmentId = null } = input
  const responsibleCounts = await ctx.query(
    sql<{
      id: string
      count: number
    }>`select person as id, count(*)::int as count from (select jsonb_array_elements_text(responsible) as person from pm_plan
       where site_id = ${ctx.site} and (${equipmentId}::uuid is null or equipment_id = ${equipmentId})) named group by person`,
  )
  const countsByPerson = new Map<string, number>()
  for (const { id, count } of [...responsibleCounts, ...(await countPeopleInPm(ctx, equipmentId))])
    countsByPerson.set(id, (countsByPerson.get(id) ?? 0) + count)
  const peopleCounts = [...countsByPerson].map(([id, count]) => ({ id, count }))
  const selectablePeople = await listSelectablePeople(ctx, {
    namePattern: toSearchPattern(input.keyword),
    frequentPeople: peopleCounts,
  })
  return selectablePeople.map((person) => ({ ...person, note: null, unit: null }))
})

/** GET /upkeep/count: active plans by state, and services done today and this month. */
export const countPmPlans = handle(pmCount, async (ctx) => {
  const [row] = await ctx.query(
    sql`select ${computed<{ total: number }>`count(*)::int as total`}, ${countOptions(stateField, 'state', ...pmStates)}
     from pm_plan where site_id = ${ctx.site} and not paused`,
  )
  return { ...row!, ...(await countPmDone(ctx, getTodaySpan(ctx))) }
})
