import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { lookUpRow } from '@/client/api/look-up-rows'
import { useList } from '@/client/api/use-list'
import { useLabels } from '@/client/i18n/labels'
import type { FormCheck } from '@/client/resource/CommandForm'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { tableTemplate } from '../../contract/table-template'
import { codeWidthProblem, crossedOpu } from '../../rules/web-records'

const CODES = { use: 'codeWidth', active: true, size: 100 } as const
/** A roll of another product than a template names is told of before the record is saved, where this device knows the roll. */
function useCodeCheck(enabled: boolean): FormCheck {
  const { t } = useTranslation('quality')
  const { language } = useLabels('quality')
  const { rows, at } = useList(tableTemplate, CODES, enabled)
  return useCallback(
    async ({ jumboRollId }) => {
      const roll = at > 0 && typeof jumboRollId === 'string' ? await lookUpRow(jumboRoll, jumboRollId) : null
      const named = rows.map((one) => ({
        ...one,
        name: String(getFieldInLanguage(tableTemplate, one, 'name', language)),
      }))
      const problem = roll && codeWidthProblem(named, roll.productId)
      return problem ? [{ name: 'jumboRollId', message: t(`refusals.${problem.key}`, { name: problem.name }) }] : []
    },
    [rows, at, t, language],
  )
}
/** Limits that cross are told of before the record is saved; those of the plant, where none are entered, the server knows. */
function useOilCheck(): FormCheck {
  const labels = useLabels('quality')
  return useCallback(
    (values) => {
      const limit = crossedOpu(values)
      return limit === null
        ? []
        : [{ name: 'lowPercent', message: labels.issue({ path: [], code: 'tooBig', params: { limit } }) }]
    },
    [labels],
  )
}
/** What is told of a record before it is saved: these go through the queue of the phone, where a refusal comes late. */
export function useRecordCheck(name: string): FormCheck | undefined {
  const codeWidth = useCodeCheck(name === 'codeWidth')
  const oiling = useOilCheck()
  return name === 'codeWidth' ? codeWidth : name === 'oiling' ? oiling : undefined
}
