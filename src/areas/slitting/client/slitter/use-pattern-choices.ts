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
import { cutting } from '@/areas/slitting/contract/slitting'
import { toSlitLimits, type SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import type { StoredJumbo, CuttingLane } from './displayed-sets'

/** The line of the slitter's queue for which the cutting is started. */
export interface QueueLine {
  id: string
  slittingPattern: string | null
  lanes: CuttingLane[]
  lengthM: number | null
}
interface PatternChoice {
  key: string
  sourceText: string
  text: string
  lanes?: CuttingLane[]
  lengthM?: number | null
}
const MAX_CHOICES = 6
/** Returns the patterns of the plan, the order and the last cuttings that fit this jumbo and slitter. */
export function usePatternChoices(
  jumbo: StoredJumbo | null,
  slitterId: string,
  queueLine: QueueLine | null,
  limits: SlitterLimits,
): { choices: PatternChoice[]; lengthM: number | null } {
  const { t } = useTranslation('slitting')
  const order = useRow(workOrder, jumbo?.workOrderId ?? null).row
  const lastCuttings = useList(cutting, { slitterId, size: 10 }).rows
  const width = jumbo?.widthMm ?? null
  return useMemo(() => {
    const choices: PatternChoice[] = []
    const fits = ({ text, lanes }: PatternChoice) => {
      const parsedLanes = lanes?.length ? lanes : parseSlittingPattern(text)
      return (
        !parsedLanes || !width || findSlittingPatternProblems(parsedLanes, toSlitLimits(limits, width)).length === 0
      )
    }
    const addChoice = (choice: PatternChoice) => {
      if (choice.text && fits(choice) && !choices.some((otherChoice) => otherChoice.text === choice.text))
        choices.push(choice)
    }
    if (queueLine)
      addChoice({
        key: 'plan',
        sourceText: t('pages.divideInteractive.fromPlan'),
        text: queueLine.lanes.length ? formatSlittingPattern(queueLine.lanes) : (queueLine.slittingPattern ?? ''),
        lanes: queueLine.lanes,
        lengthM: queueLine.lengthM,
      })
    const pattern =
      order?.slittingPattern ??
      // For an order with only a width, as many lanes as fit on the jumbo.
      (order?.widthMm && width ? formatSlittingPattern(fitLanes(order.widthMm, toSlitLimits(limits, width))) : '')
    addChoice({
      key: 'order',
      sourceText: t('pages.divideInteractive.fromOrder'),
      text: pattern,
      lengthM: order?.rollLengthM ?? null,
    })
    for (const cuttingRow of lastCuttings)
      addChoice({
        key: cuttingRow.id,
        sourceText: t('pages.divideInteractive.fromLast'),
        text: cuttingRow.slittingPattern ?? '',
        lengthM: cuttingRow.lengthM,
      })
    return {
      choices: choices.slice(0, MAX_CHOICES),
      lengthM: queueLine?.lengthM ?? order?.rollLengthM ?? lastCuttings[0]?.lengthM ?? null,
    }
  }, [queueLine, order, lastCuttings, limits, width, t])
}
