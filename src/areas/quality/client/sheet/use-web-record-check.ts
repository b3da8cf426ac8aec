import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { lookUpRow } from '@/client/api/look-up-rows'
import { useList } from '@/client/api/use-list'
import { useLabels } from '@/client/i18n/labels'
import type { FormCheck } from '@/client/resource/CommandForm'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { tableTemplate } from '../../contract/table-template'
import { findWidthTableProblem, findOpuLimitBelowLowLimit } from '../../rules/web-records'

const CODE_TEMPLATES_QUERY = { use: 'codeWidth', active: true, size: 100 } as const
/** Warns before saving if no template exists for the product of the roll, provided this device knows the roll. */
function useCodeWidthCheck(enabled: boolean): FormCheck {
  const { t } = useTranslation('quality')
  const { language } = useLabels('quality')
  const { rows, at: loadedAt } = useList(tableTemplate, CODE_TEMPLATES_QUERY, enabled)
  return useCallback(
    async ({ jumboRollId }) => {
      const roll = loadedAt > 0 && typeof jumboRollId === 'string' ? await lookUpRow(jumboRoll, jumboRollId) : null
      const namedTemplates = rows.map((template) => ({
        ...template,
        name: String(getFieldInLanguage(tableTemplate, template, 'name', language)),
      }))
      const problem = roll && findWidthTableProblem(namedTemplates, roll.productId)
      return problem ? [{ name: 'jumboRollId', message: t(`refusals.${problem.key}`, { name: problem.name }) }] : []
    },
    [rows, loadedAt, t, language],
  )
}
/** Warns before saving if the entered limits cross; only the server knows the plant's default limits. */
function useOilingCheck(): FormCheck {
  const labels = useLabels('quality')
  return useCallback(
    (values) => {
      const limit = findOpuLimitBelowLowLimit(values)
      return limit === null
        ? []
        : [{ name: 'lowPercent', message: labels.issue({ path: [], code: 'tooBig', params: { limit } }) }]
    },
    [labels],
  )
}
/**
 * Returns the check of a record's form. Records go through the phone's queue, so a refusal by the server would come
 * late.
 */
export function useWebRecordCheck(name: string): FormCheck | undefined {
  const codeWidth = useCodeWidthCheck(name === 'codeWidth')
  const oiling = useOilingCheck()
  return name === 'codeWidth' ? codeWidth : name === 'oiling' ? oiling : undefined
}
