import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { line } from '@/plant/contract/line'
import { useList } from '@/client/api/use-list'
import type { FirstChoice } from '@/client/fields/first-choices'
import { useRowText } from '@/client/i18n/use-row-text'
import type { FormError } from '@/client/resource/CommandForm'
import type { FormValues } from '@/client/resource/form-values'
import { misfit } from '../rules/tool'
import type { Tool } from './ToolPanel'

// Above the number of lines of a plant. Lines are stored on the phone, so the form works without a network.
const LINES = { active: true, size: 200 }
type Fitted = Pick<Tool, 'kind' | 'code'>

/** Returns a function that lists the lines for a tool's form: fitting ones first, the others with the reason. */
export function useLineFit(): (tool: Fitted) => readonly FirstChoice[] {
  const { t } = useTranslation('tools')
  const nameOf = useRowText(line, 'name')
  const { rows } = useList(line, LINES)
  return useCallback(
    ({ kind, code }) => {
      const all = rows.map((row): FirstChoice => {
        const label = `${row.code} ${nameOf(row)}`
        const problem = misfit(kind, row.kind)
        const words = { kind: t(`tool.options.kind.${kind}`), code, there: label }
        return { id: row.id, label, ...(problem ? { why: t(`refusals.${problem}`, words) } : {}) }
      })
      return [...all.filter(({ why }) => !why), ...all.filter(({ why }) => why)]
    },
    [rows, nameOf, t],
  )
}
/** Returns the form error of the chosen line, if the tool does not fit it. */
export function lineWrong(lines: readonly FirstChoice[], lineId: unknown): FormError[] {
  const why = lines.find(({ id }) => id === lineId)?.why
  return why ? [{ name: 'lineId', message: why }] : []
}
/** Returns the line choices of one tool and the check of its form. */
export function useLinesFor({ kind, code }: Fitted): {
  lines: readonly FirstChoice[]
  check: (values: Readonly<FormValues>) => readonly FormError[]
} {
  const fit = useLineFit()
  const lines = useMemo(() => fit({ kind, code }), [fit, kind, code])
  return { lines, check: ({ lineId }) => lineWrong(lines, lineId) }
}
