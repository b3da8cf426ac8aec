import { lookUpRows } from '@/client/api/look-up-rows'
import type { FormFill } from '@/client/resource/CommandForm'
import { cutting, cutOrder, slitSet } from '@/areas/rolls/contract/slitting'
import { buildLanesToMeasure } from '../../rules/web-records'

const MAX_SETS = 100
/**
 * Loads the slitting pattern of a roll: of the made set, else of the running cutting, else of the planned cut order.
 */
async function loadPattern(jumboRollId: string, setNumber: unknown) {
  const sets = await lookUpRows(slitSet, { jumboRollId, state: 'made', size: MAX_SETS })
  const madeSet = typeof setNumber === 'number' ? sets.find((one) => one.setNumber === setNumber) : sets[0]
  if (madeSet) return madeSet.lanes
  const [cut] = await lookUpRows(cutting, { jumboRollId, size: 1 })
  if (cut) return cut.lanes
  const [planned] = await lookUpRows(cutOrder, { jumboRollId, size: 1 })
  return planned?.lanes ?? []
}
/** Presets lanes and widths from the cutting, so that only the measured widths have to be entered. */
const fillWidths: FormFill = async (change, { jumboRollId, setNumber, lanes }) => {
  if (!('jumboRollId' in change || 'setNumber' in change) || typeof jumboRollId !== 'string') return null
  const enteredLanes = Array.isArray(lanes) ? (lanes as { measuredMm?: number | null }[]) : []
  const lanesToFill = buildLanesToMeasure(enteredLanes, await loadPattern(jumboRollId, setNumber))
  return lanesToFill && { lanes: lanesToFill }
}
/** Returns the function that presets fields of a record's form; undefined if there is none. */
export const getRecordFill = (name: string): FormFill | undefined => (name === 'widthCheck' ? fillWidths : undefined)
