import { planBatch, type Batch, type Draft, type Piece } from './batch'
import type { CutPlan, OpenOrder, Slitter, Unplanned } from './orders'
import { inTime, together } from './sequence'
import type { Problem } from './stock'
import { rollArea, trimShare } from './trim'
import { planWholeSets, type WholePlan } from './whole-sets'

export interface BatchesPlan extends Pick<CutPlan, 'cuts' | 'late' | 'unplanned'> {
  /** Area of the webs of all sets, mm·m. */
  readonly area: number
  readonly trimPercent: number
  /** Number of jumbos begun. */
  readonly jumbos: number
}
interface Given {
  /** Sorted by due date. */
  readonly orders: readonly OpenOrder[]
  /** Untouched pieces of the jumbos; planning takes metres from them. */
  readonly pieces: readonly Piece[]
  readonly slitter: Slitter
  readonly startsAt: number
}
/** Plans batches one after the other from the same jumbos and schedules all cuts. */
export function planBatches(
  batches: readonly Batch[],
  { orders, pieces, slitter, startsAt }: Given,
  whole: (problem: Problem) => WholePlan = planWholeSets,
): BatchesPlan {
  const drafts: Draft[] = []
  const unplanned: Unplanned[] = []
  for (const batch of batches) {
    const made = planBatch(batch, pieces, slitter, whole)
    drafts.push(...made.drafts)
    unplanned.push(...made.unplanned)
  }
  const widths = new Map(pieces.map((piece) => [piece.id, piece.width]))
  const area = drafts.reduce((sum, draft) => sum + draft.sets * draft.length * widths.get(draft.jumboId)!, 0)
  const cut = rollArea(drafts.map(({ sets, length, lanes }) => ({ sets, lengthM: length, lanes })))
  return {
    ...inTime(drafts, orders, slitter, startsAt),
    unplanned,
    area,
    trimPercent: trimShare(cut, area),
    jumbos: pieces.filter((piece) => piece.left < piece.whole).length,
  }
}
/** Returns the plan with the cuts of each jumbo grouped where no due date suffers. */
export const gatherJumbos = (plan: BatchesPlan, { orders, slitter, startsAt }: Omit<Given, 'pieces'>): BatchesPlan => ({
  ...plan,
  ...together(plan, orders, slitter, startsAt),
})
