import { toMillis, type Day } from '@/plant/rules/plant-time'
import { getShiftsOfDay } from '@/plant/rules/shift'
import type { MissingShiftRecord } from '@/areas/energy/server/events'
import { loadPlantCalendar } from '@/plant/server/plant'
import { listInspectionsDueOn } from '@/areas/quality/server/queries/inspection-alerts'
import { listShiftsWithOutput } from '@/areas/slitting/server/queries/lines-at-work'
import type { Context } from '@/server/context'
import { handover } from '../contract/handover'
import { teamSummary } from '../contract/production-records'

/** Resource of each kind of inspection; the inspection page has a tab with the same name. */
const INSPECTION_RESOURCES = {
  daily: 'dailyInspection',
  post: 'postInspection',
  process1: 'processInspection1',
  process2: 'processInspection2',
  first: 'firstInspection',
} as const

/**
 * Finds the records that a business date lacks. Finished shifts with production need a signed handover and a team
 * summary; due inspections need to be done.
 */
export async function findMissingRecords(
  ctx: Context,
  { day }: { day: Day },
): Promise<{ expected: number; missing: MissingShiftRecord[] }> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const finishedShifts = new Set(
    getShiftsOfDay(day, rotation, timeZone)
      .filter(({ endsAt }) => toMillis(endsAt) <= ctx.now.getTime())
      .map(({ shift }) => shift),
  )
  const workedShifts = (await listShiftsWithOutput(ctx, day)).filter(({ shift }) => finishedShifts.has(shift))
  const handovers = await ctx.rows.find(handover, { where: { businessDate: day, state: 'taken' } })
  const summaries = await ctx.rows.find(teamSummary, { where: { businessDate: day } })
  const dueInspections = await listInspectionsDueOn(ctx, day)
  const describeRecord = (resource: string, area: string) => ({ sheet: ctx.t(`${area}:${resource}.name`), resource })
  const buildLink = (page: string, lineId: string, view?: string): string =>
    `${page}?${new URLSearchParams({ ...(view ? { view } : {}), lineId, businessDateFrom: day, businessDateTo: day })}`
  const missingRecords: MissingShiftRecord[] = []
  for (const { lineId, shift, team, slits } of workedShifts) {
    const expectedKind = slits ? 'slitting' : 'squadLeader'
    const isSameShift = (row: { lineId: string | null; shift: string | null }) =>
      row.lineId === lineId && row.shift === shift
    if (!handovers.some((row) => row.kind === expectedKind && isSameShift(row)))
      missingRecords.push({
        ...describeRecord('handover', 'handover'),
        lineId,
        shift,
        team,
        link: buildLink('/production/handover', lineId),
      })
    if (!slits && !summaries.some(isSameShift))
      missingRecords.push({
        ...describeRecord('teamSummary', 'handover'),
        lineId,
        shift,
        team,
        link: buildLink('/production/sheet', lineId, 'teamSummary'),
      })
  }
  for (const { lineId, inspection, shift, team, doneAt } of dueInspections) {
    const resource = INSPECTION_RESOURCES[inspection]
    if (doneAt === null && shift !== null)
      missingRecords.push({
        ...describeRecord(resource, 'quality'),
        lineId,
        shift,
        team,
        link: `/production/inspection?${new URLSearchParams({ view: resource, lineId })}`,
      })
  }
  // Slitters need a handover per shift; other lines need a handover and a team summary.
  const expected = workedShifts.reduce((sum, { slits }) => sum + (slits ? 1 : 2), 0) + dueInspections.length
  return { expected, missing: missingRecords }
}
