import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { lookUpRow, lookUpRows } from '@/client/api/look-up-rows'
import { useList } from '@/client/api/use-list'
import { useLabels } from '@/client/i18n/labels'
import type { FormCheck, FormFill } from '@/client/resource/CommandForm'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { tableTemplate } from '../../contract/table-template'
import {
  findProductTemplateProblem,
  findCrossedUpperOpuLimit,
  buildLanesToMeasure,
} from '../../rules/width-and-oil-records'
import { cutting, cutOrder, slitSet } from '@/areas/slitting/contract/slitting'

const CODE_TEMPLATES_QUERY = { use: 'codeWidth', active: true, size: 100 } as const
/** Warns before saving if no template exists for the product of the roll, provided this device knows the roll. */
function useCodeWidthCheck(isEnabled: boolean): FormCheck {
  const { t } = useTranslation('quality')
  const { language } = useLabels('quality')
  const { rows, fetchedAt: loadedAt } = useList(tableTemplate, CODE_TEMPLATES_QUERY, { enabled: isEnabled })
  return useCallback(
    async ({ jumboRollId }) => {
      const roll = loadedAt > 0 && typeof jumboRollId === 'string' ? await lookUpRow(jumboRoll, jumboRollId) : null
      const namedTemplates = rows.map((template) => ({
        ...template,
        name: String(getFieldInLanguage(tableTemplate, template, 'name', language)),
      }))
      const problem = roll && findProductTemplateProblem(namedTemplates, roll.productId)
      return problem
        ? [{ name: 'jumboRollId', message: t(`refusals.${problem.refusalKey}`, { name: problem.templateName }) }]
        : []
    },
    [rows, loadedAt, t, language],
  )
}
/**
 * Warns before saving if the entered lower limit exceeds the entered upper limit. Only the server knows the plant's
 * default limits.
 */
function useOilingCheck(): FormCheck {
  const labels = useLabels('quality')
  return useCallback(
    (values) => {
      const limit = findCrossedUpperOpuLimit(values)
      return limit === null
        ? []
        : [{ name: 'lowPercent', message: labels.issue({ path: [], code: 'tooBig', params: { limit } }) }]
    },
    [labels],
  )
}
/**
 * Returns the form check of a record. A record waits in the phone's queue, so a refusal by the server would come late.
 */
export function useRecordFormCheck(name: string): FormCheck | undefined {
  const codeWidthCheck = useCodeWidthCheck(name === 'codeWidth')
  const oilingCheck = useOilingCheck()
  if (name === 'codeWidth') return codeWidthCheck
  return name === 'oiling' ? oilingCheck : undefined
}

const MAX_SETS = 100
/**
 * Loads the slitting pattern of a roll: of the set already made, else of the running cutting, else of the planned cut
 * order.
 */
async function loadSlittingPattern(jumboRollId: string, setNumber: unknown) {
  const sets = await lookUpRows(slitSet, { jumboRollId, state: 'made', size: MAX_SETS })
  const madeSet = typeof setNumber === 'number' ? sets.find((set) => set.setNumber === setNumber) : sets[0]
  if (madeSet) return madeSet.lanes
  const [runningCutting] = await lookUpRows(cutting, { jumboRollId, size: 1 })
  if (runningCutting) return runningCutting.lanes
  const [plannedCutOrder] = await lookUpRows(cutOrder, { jumboRollId, size: 1 })
  return plannedCutOrder?.lanes ?? []
}
/** Presets lanes and widths from the cutting, so that only the measured widths have to be entered. */
const fillWidths: FormFill = async (change, { jumboRollId, setNumber, lanes }) => {
  if (!('jumboRollId' in change || 'setNumber' in change) || typeof jumboRollId !== 'string') return null
  const enteredLanes = Array.isArray(lanes) ? (lanes as { measuredMm?: number | null }[]) : []
  const lanesToFill = buildLanesToMeasure(enteredLanes, await loadSlittingPattern(jumboRollId, setNumber))
  return lanesToFill && { lanes: lanesToFill }
}
/** Returns the function that presets fields of a record's form; undefined if there is none. */
export const getRecordFill = (name: string): FormFill | undefined => (name === 'widthCheck' ? fillWidths : undefined)
