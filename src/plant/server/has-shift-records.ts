import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { hasRowWithValue } from '@/server/crud/has-row-with-value'
import { lineStop } from '../contract/line-stop'
import type { Day } from '../rules/plant-time'

/**
 * True if anything is recorded for a business date: a row with a shift of any area that a person wrote, or a stop, even
 * if only detected. Rounds and sums made by jobs do not count.
 */
export async function hasShiftRecords(ctx: Context, businessDate: Day): Promise<boolean> {
  const shiftResources = [...(ctx as KitContext).app.resources.values()].filter(
    ({ fields }) => 'businessDate' in fields && 'shift' in fields,
  )
  for (const resource of shiftResources) {
    const writtenBy = resource.name === lineStop.name ? 'anybody' : 'person'
    if (await hasRowWithValue(ctx, resource, 'businessDate', businessDate, writtenBy)) return true
  }
  return false
}
