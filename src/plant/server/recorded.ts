import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { isWritten } from '@/server/crud/written-by'
import { lineStop } from '../contract/line-stop'
import type { Day } from '../rules/plant-time'

/**
 * Whether anything is recorded of a business date: a row of any area that stands on a shift of it and that somebody
 * wrote, or a stop, also where nobody but the machine told of it. Rounds and sums that the clock makes are no record.
 */
export async function isRecorded(ctx: Context, businessDate: Day): Promise<boolean> {
  const ofShifts = [...(ctx as KitContext).app.resources.values()].filter(
    ({ fields }) => 'businessDate' in fields && 'shift' in fields,
  )
  for (const resource of ofShifts) {
    const by = resource.name === lineStop.name ? 'anybody' : 'person'
    if (await isWritten(ctx, resource, 'businessDate', businessDate, by)) return true
  }
  return false
}
