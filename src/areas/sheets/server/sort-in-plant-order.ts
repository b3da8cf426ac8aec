/** Sort order of input and output lines. */
import { getPatternOn } from '@/plant/rules/shift'
import { loadPlantCalendar } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { compareByPlantOrder, type LineSortKey } from '../rules/input-output'

interface UnsortedLine {
  readonly day: string
  readonly manual: boolean
  readonly shift: string | null
  readonly lineId: string | null
  readonly orderId: string | null
}
/** Sorts lines in the order of the plant: production lines and the shifts of a day in their configured order. */
export async function sortInPlantOrder<R extends UnsortedLine>(
  ctx: Context,
  rows: readonly R[],
  getSortKey: (row: R) => Pick<LineSortKey, 'role' | 'what' | 'part'>,
): Promise<R[]> {
  const lineIds = (await listLines(ctx, { includeIds: rows.flatMap(({ lineId }) => lineId ?? []) })).map(({ id }) => id)
  const { pattern } = await loadPlantCalendar(ctx)
  const shiftKeysByDay = new Map<string, readonly string[]>()
  const getShiftKeys = (day: string): readonly string[] => {
    const shiftKeys = shiftKeysByDay.get(day) ?? getPatternOn(day, pattern).shifts.map(({ key }) => key)
    shiftKeysByDay.set(day, shiftKeys)
    return shiftKeys
  }
  const sortableRows = rows.map((row) => ({
    row,
    day: row.day,
    manual: row.manual,
    line: row.lineId ? lineIds.indexOf(row.lineId) : null,
    shift: row.shift ? getShiftKeys(row.day).indexOf(row.shift) : null,
    order: row.orderId,
    ...getSortKey(row),
  }))
  return sortableRows.sort(compareByPlantOrder).map(({ row }) => row)
}
