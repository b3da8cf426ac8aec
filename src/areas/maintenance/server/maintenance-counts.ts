import type { EndpointOutput } from '@/contract/endpoint'
import { getShiftAt } from '@/plant/rules/shift'
import type { Context } from '@/server/context'
import { countOptions, options, sql } from '@/server/sql'
import { openRoundStates } from '../rules/inspection-round'
import { openRepairStates, acceptedRepairStates } from '../rules/repair'
import { openTaskStates, getWeekAt } from '../rules/weekly-work'
import { addDays, type Moment } from '@/plant/rules/plant-time'
import { countPartsRecords } from '@/areas/equipment/server/queries/records'
import { partsCount, maintenanceCount } from '../contract/overview-endpoints'
import { inspectionRound } from '../contract/inspection-round'
import { repair } from '../contract/repair'
import { pmPlan } from '../contract/pm-plan'
import { weeklyWork } from '../contract/weekly-work'
import { loadPlantCalendar, requirePerson, getDayStart, getToday } from '@/plant/server/plant'
import { getMonthStart } from '@/plant/rules/month'
import { handle } from '@/server/area'

type MaintenanceCounts = EndpointOutput<typeof maintenanceCount>
const roundStateField = inspectionRound.fields.state

/**
 * GET /oam/count. `today` and the states count rounds of today's business date; `total` counts all stored rounds.
 * `mine` counts open rounds within their window that this person may walk or has started, and repairs in progress that
 * this person has accepted.
 */
export const countMaintenanceWork = handle(maintenanceCount, async (ctx) => {
  const person = requirePerson(ctx)
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const { businessDate } = getShiftAt(ctx.now.toISOString(), rotation, timeZone)
  const { site, now } = ctx
  const [row] = await ctx.query(
    sql<MaintenanceCounts>`select (select count(*)::int from inspection_round where site_id = ${site}) as total, rounds.*,
       (select count(*)::int from inspection_round where site_id = ${site} and state in (${options(roundStateField, ...openRoundStates)}) and opens_at <= ${now} and closes_at > ${now}
          and coalesce(user_id, assigned_to, ${person.id}) = ${person.id}
          and (user_id = ${person.id} or assigned_to = ${person.id} or (role_ids = '[]' and user_ids = '[]') or user_ids ? ${person.id}::text or role_ids ? ${person.roleId}))
       + (select count(*)::int from repair where site_id = ${site} and state in (${options(repair.fields.state, ...acceptedRepairStates)}) and accepted_by = ${person.id}) as mine,
       (select count(*)::int from repair where site_id = ${site} and state in (${options(repair.fields.state, ...openRepairStates)})) as "openRepairs", plans.due as "pmDue", plans.overdue as "pmOverdue",
       (select count(*)::int from weekly_work where site_id = ${site} and state in (${options(weeklyWork.fields.state, ...openTaskStates)}) and week <= ${getWeekAt(now.toISOString(), ctx.timeZone)}) as "weeklyOpen",
       (select count(*)::int from spare_part where site_id = ${site} and low) as "belowMinimum"
     from (select count(*)::int as today, ${countOptions(roundStateField, 'state', ...inspectionRound.fields.state.options)}
           from inspection_round where site_id = ${site} and business_date = ${businessDate}) rounds,
          (select ${countOptions(pmPlan.fields.state, 'state', 'due', 'overdue')} from pm_plan where site_id = ${site} and not paused) plans`,
  )
  return row!
})

/** Returns the start of today, of tomorrow and of this month on the plant's calendar. */
export function getTodaySpan(ctx: Context): { from: Moment; to: Moment; monthStart: Moment } {
  const day = getToday(ctx)
  const firstOfMonth = getMonthStart(day)
  return {
    from: getDayStart(ctx, day),
    to: getDayStart(ctx, addDays(day, 1)),
    monthStart: getDayStart(ctx, firstOfMonth),
  }
}
/** GET /parts/count: parts records by kind, today and this month on the plant's calendar, and low spare parts. */
export const countPartsRecordsAndLowParts = handle(partsCount, async (ctx) => {
  const {
    mechanical,
    electrical,
    today: partsToday,
    month: partsThisMonth,
  } = await countPartsRecords(ctx, getTodaySpan(ctx))
  const [lowParts] = await ctx.query(
    sql<{ n: number }>`select count(*)::int as n from spare_part where site_id = ${ctx.site} and low`,
  )
  return {
    total: mechanical + electrical,
    mechanical,
    electrical,
    today: partsToday,
    month: partsThisMonth,
    belowMinimum: lowParts?.n ?? 0,
  }
})
