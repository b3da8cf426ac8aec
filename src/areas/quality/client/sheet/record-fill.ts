import { lookUpRows } from '@/client/api/look-up-rows'
import type { FormFill } from '@/client/resource/CommandForm'
import { cutting, cutOrder, slitSet } from '@/areas/rolls/contract/slitting'
import { lanesToMeasure } from '../../rules/web-records'

const MOST_SETS = 100
/** The pattern that a roll was cut by in a set, else what it is being cut by, else what is planned for it. */
async function patternOf(jumboRollId: string, setNumber: unknown) {
  const sets = await lookUpRows(slitSet, { jumboRollId, state: 'made', size: MOST_SETS })
  const set = typeof setNumber === 'number' ? sets.find((one) => one.setNumber === setNumber) : sets[0]
  if (set) return set.lanes
  const [cut] = await lookUpRows(cutting, { jumboRollId, size: 1 })
  if (cut) return cut.lanes
  const [planned] = await lookUpRows(cutOrder, { jumboRollId, size: 1 })
  return planned?.lanes ?? []
}
/** A width verification asks for what is measured alone: lanes and widths are those of the cutting, and can be changed. */
const fillWidths: FormFill = async (change, { jumboRollId, setNumber, lanes }) => {
  if (!('jumboRollId' in change || 'setNumber' in change) || typeof jumboRollId !== 'string') return null
  const entered = Array.isArray(lanes) ? (lanes as { measuredMm?: number | null }[]) : []
  const known = lanesToMeasure(entered, await patternOf(jumboRollId, setNumber))
  return known && { lanes: known }
}
/** What the form of a record fills in by itself. */
export const recordFill = (name: string): FormFill | undefined => (name === 'widthCheck' ? fillWidths : undefined)
