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

// More than a plant has: it is on the phone, so the form knows its lines without a network.
const LINES = { active: true, size: 200 }
type Fitted = Pick<Tool, 'kind' | 'code'>

/** The lines as a tool's form offers them: those it fits first, the others with the reason why not. */
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
/** What is wrong with the line of a tool's form. */
export function lineWrong(lines: readonly FirstChoice[], lineId: unknown): FormError[] {
  const why = lines.find(({ id }) => id === lineId)?.why
  return why ? [{ name: 'lineId', message: why }] : []
}
/** The lines for one tool, and the check of its form. */
export function useLinesFor({ kind, code }: Fitted): {
  lines: readonly FirstChoice[]
  check: (values: Readonly<FormValues>) => readonly FormError[]
} {
  const fit = useLineFit()
  const lines = useMemo(() => fit({ kind, code }), [fit, kind, code])
  return { lines, check: ({ lineId }) => lineWrong(lines, lineId) }
}
