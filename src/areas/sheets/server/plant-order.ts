/** Sort order of input and output lines. */
import { getPatternOn } from '@/plant/rules/shift'
import { loadPlantCalendar } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { inOrder, type OrderedLine } from '../rules/input-output'

interface LineOfSheet {
  readonly day: string
  readonly manual: boolean
  readonly shift: string | null
  readonly lineId: string | null
  readonly orderId: string | null
}
/** Sorts lines in the order of the plant: production lines and the shifts of a day in their configured order. */
export async function inPlantOrder<R extends LineOfSheet>(
  ctx: Context,
  rows: readonly R[],
  of: (row: R) => Pick<OrderedLine, 'role' | 'what' | 'part'>,
): Promise<R[]> {
  const lines = (await listLines(ctx, { includeIds: rows.flatMap(({ lineId }) => lineId ?? []) })).map(({ id }) => id)
  const { pattern } = await loadPlantCalendar(ctx)
  const shifts = new Map<string, readonly string[]>()
  const shiftsOn = (day: string): readonly string[] => {
    const known = shifts.get(day) ?? getPatternOn(day, pattern).shifts.map(({ key }) => key)
    shifts.set(day, known)
    return known
  }
  const placed = rows.map((row) => ({
    row,
    day: row.day,
    manual: row.manual,
    line: row.lineId ? lines.indexOf(row.lineId) : null,
    shift: row.shift ? shiftsOn(row.day).indexOf(row.shift) : null,
    order: row.orderId,
    ...of(row),
  }))
  return placed.sort(inOrder).map(({ row }) => row)
}
