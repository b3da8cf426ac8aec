import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList, useRow } from '@/client/api/use-list'
import { workOrder } from '@/areas/orders/contract/work-order'
import {
  fitLanes,
  parseSlittingPattern,
  findSlittingPatternProblems,
  formatSlittingPattern,
} from '@/areas/orders/rules/slitting-pattern'
import { cutting } from '@/areas/rolls/contract/slitting'
import { slitLimits, type SlitterLimits } from '@/areas/rolls/rules/slitter-limits'
import type { Jumbo, Lane } from './cut-state'

/** The queue line being cut. */
export interface CutLine {
  id: string
  slittingPattern: string | null
  lanes: Lane[]
  lengthM: number | null
}
interface Choice {
  key: string
  word: string
  text: string
  lanes?: Lane[]
  lengthM?: number | null
}
/** Returns the patterns of the plan, the order and the last cuttings that fit this jumbo and slitter. */
export function useChoices(
  jumbo: Jumbo | null,
  slitterId: string,
  line: CutLine | null,
  limits: SlitterLimits,
): { choices: Choice[]; lengthM: number | null } {
  const { t } = useTranslation('rolls')
  const order = useRow(workOrder, jumbo?.workOrderId ?? null).row
  const before = useList(cutting, { slitterId, size: 10 }).rows
  const width = jumbo?.widthMm ?? null
  return useMemo(() => {
    const choices: Choice[] = []
    const fits = ({ text, lanes }: Choice) => {
      const read = lanes?.length ? lanes : parseSlittingPattern(text)
      return !read || !width || findSlittingPatternProblems(read, slitLimits(limits, width)).length === 0
    }
    const add = (choice: Choice) => {
      if (choice.text && fits(choice) && !choices.some((one) => one.text === choice.text)) choices.push(choice)
    }
    if (line)
      add({
        key: 'plan',
        word: t('pages.divideInteractive.fromPlan'),
        text: line.lanes.length ? formatSlittingPattern(line.lanes) : (line.slittingPattern ?? ''),
        lanes: line.lanes,
        lengthM: line.lengthM,
      })
    const pattern =
      order?.slittingPattern ??
      // An order with only a width is cut as often as the jumbo is wide.
      (order?.widthMm && width ? formatSlittingPattern(fitLanes(order.widthMm, slitLimits(limits, width))) : '')
    add({
      key: 'order',
      word: t('pages.divideInteractive.fromOrder'),
      text: pattern,
      lengthM: order?.rollLengthM ?? null,
    })
    for (const run of before)
      add({
        key: run.id,
        word: t('pages.divideInteractive.fromLast'),
        text: run.slittingPattern ?? '',
        lengthM: run.lengthM,
      })
    return { choices: choices.slice(0, 6), lengthM: line?.lengthM ?? order?.rollLengthM ?? before[0]?.lengthM ?? null }
  }, [line, order, before, limits, width, t])
}
