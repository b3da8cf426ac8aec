import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { line } from '@/plant/contract/line'
import { useList } from '@/client/api/use-list'
import type { FirstChoice } from '@/client/fields/form-scope'
import { useRowText } from '@/client/i18n/labels'
import type { FormError } from '@/client/resource/CommandForm'
import type { FormValues } from '@/client/resource/form-values'
import { findMisfit } from '../rules/tool'
import type { Tool } from './ToolPanel'

// Above the number of lines of a plant. Lines are stored on the phone, so the form works without a network.
const LINES_QUERY = { active: true, size: 200 }
type ToolKindAndCode = Pick<Tool, 'kind' | 'code'>

/** Returns a function that lists the lines for a tool's form: fitting ones first, the others with the reason. */
export function useLineChoices(): (tool: ToolKindAndCode) => readonly FirstChoice[] {
  const { t } = useTranslation('tools')
  const getLineName = useRowText(line, 'name')
  const { rows } = useList(line, LINES_QUERY)
  return useCallback(
    ({ kind, code }) => {
      const choices = rows.map((row): FirstChoice => {
        const label = `${row.code} ${getLineName(row)}`
        const problem = findMisfit(kind, row.kind)
        const params = { kind: t(`tool.options.kind.${kind}`), code, there: label }
        return { id: row.id, label, ...(problem ? { disabledReason: t(`refusals.${problem}`, params) } : {}) }
      })
      return [
        ...choices.filter(({ disabledReason }) => !disabledReason),
        ...choices.filter(({ disabledReason }) => disabledReason),
      ]
    },
    [rows, getLineName, t],
  )
}
/** Returns the form error of the chosen line, if the tool does not fit it. */
export function findLineErrors(lineChoices: readonly FirstChoice[], lineId: unknown): FormError[] {
  const reason = lineChoices.find(({ id }) => id === lineId)?.disabledReason
  return reason ? [{ name: 'lineId', message: reason }] : []
}
/** Returns the line choices of one tool and the check of its form. */
export function useToolLineChoices({ kind, code }: ToolKindAndCode): {
  lines: readonly FirstChoice[]
  check: (values: Readonly<FormValues>) => readonly FormError[]
} {
  const getLineChoices = useLineChoices()
  const lines = useMemo(() => getLineChoices({ kind, code }), [getLineChoices, kind, code])
  return { lines, check: ({ lineId }) => findLineErrors(lines, lineId) }
}
