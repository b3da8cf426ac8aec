import { getShiftAt } from '@/plant/rules/shift'
import type { Context, Person } from '@/server/context'
import { countOptions, options, sql } from '@/server/sql'
import { openRepairStates, acceptedRepairStates } from '../rules/repair'
import { openTaskStates, getWeekAt } from '../rules/weekly-work'
import { addDays, type Moment } from '@/plant/rules/plant-time'
import { countPartsRecords } from '@/areas/equipment/server/queries/records'
import { countRounds } from '@/areas/rounds/server/queries/rounds'
import { countLowParts } from '@/areas/spareParts/server/queries/booked-parts'
import { partsCount, maintenanceCount } from '../contract/machine-endpoints'
import { repair } from '../contract/repair'
import { pmPlan } from '../contract/pm-plan'
import { weeklyWork } from '../contract/weekly-work'
import { loadPlantCalendar, requirePerson, getDayStart, getToday } from '@/plant/server/plant'
import { getMonthStart } from '@/plant/rules/month'
import { handle } from '@/server/area'

/**
 * GET /oam/count. `today` and the states count rounds of today's business date; `total` counts all stored rounds.
 * `mine` counts two kinds of work: open rounds within their window, if this person may walk or has started them, and
 * repairs in progress, if this person has accepted them.
 */
export const countMaintenanceWork = handle(maintenanceCount, async (ctx) => {
  const person = requirePerson(ctx)
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const { businessDate } = getShiftAt(ctx.now.toISOString(), rotation, timeZone)
  const rounds = await countRounds(ctx, person, businessDate)
  const { myRepairs, ...openWork } = await countRepairsPlansAndTasks(ctx, person)
  return { ...rounds, mine: rounds.mine + myRepairs, ...openWork, belowMinimum: await countLowParts(ctx) }
})
/** Counts open repairs, repairs of this person, due preventive maintenance and open weekly tasks. One SQL statement. */
async function countRepairsPlansAndTasks(ctx: Context, person: Person) {
  const { site, now } = ctx
  const [row] = await ctx.query(
    sql<
      Record<'myRepairs' | 'openRepairs' | 'pmDue' | 'pmOverdue' | 'weeklyOpen', number>
    >`select (select count(*)::int from repair where site_id = ${site} and state in (${options(repair.fields.state, ...acceptedRepairStates)}) and accepted_by = ${person.id}) as "myRepairs",
       (select count(*)::int from repair where site_id = ${site} and state in (${options(repair.fields.state, ...openRepairStates)})) as "openRepairs", plans.due as "pmDue", plans.overdue as "pmOverdue",
       (select count(*)::int from weekly_work where site_id = ${site} and state in (${options(weeklyWork.fields.state, ...openTaskStates)}) and week <= ${getWeekAt(now.toISOString(), ctx.timeZone)}) as "weeklyOpen"
     from (select ${countOptions(pmPlan.fields.state, 'state', 'due', 'overdue')} from pm_plan where site_id = ${site} and not paused) plans`,
  )
  return row!
}

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
  return {
    total: mechanical + electrical,
    mechanical,
    electrical,
    today: partsToday,
    month: partsThisMonth,
    belowMinimum: await countLowParts(ctx),
  }
})
