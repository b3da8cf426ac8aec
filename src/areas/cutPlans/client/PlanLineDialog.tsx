import '@/client/ui/dialog-form.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { NonNegativeNumberInput } from '@/client/ui/NonNegativeNumberInput'
import { Dialog } from '@/client/ui/Dialog'
import { TextInput } from '@/client/ui/TextInput'
import {
  findSlittingPatternProblems,
  formatSlittingPattern,
  sumLaneWidths,
  parseSlittingPattern,
} from '@/areas/orders/rules/slitting-pattern'
import { sumCutMetres } from '@/areas/cutPlans/rules/cut-metrics'
import { toSlitLimits, type SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import type { PlanLine } from './PlanView'

/**
 * Edits pattern, length or number of sets of a planned cut. Each width keeps its order. A new width gets the order of
 * the first lane.
 */
export function PlanLineDialog({
  cut,
  otherCuts,
  limits,
  onDone,
  onClose,
}: {
  cut: PlanLine
  /** All cuts of the plan except `cut`. */
  otherCuts: readonly PlanLine[]
  limits: SlitterLimits
  onDone: (cut: PlanLine) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['cutPlans', 'slitting', 'client'])
  const [patternText, setPatternText] = useState(formatSlittingPattern(cut.lanes))
  const [sets, setSets] = useState(String(cut.sets))
  const [length, setLength] = useState(String(cut.lengthM))
  const lanes = parseSlittingPattern(patternText)
  const [problem] = lanes
    ? findSlittingPatternProblems(lanes, toSlitLimits(limits, cut.widthMm))
    : [{ code: 'notReadable' as const, text: patternText }]
  const metresLeft = cut.leftM - sumCutMetres(otherCuts.filter((otherCut) => otherCut.jumboRollId === cut.jumboRollId))
  const neededMetres = sumCutMetres([{ sets: Number(sets), lengthM: Number(length) }])
  const isTooLong = neededMetres > metresLeft
  const submit = () => {
    const getOrderId = (width: number) =>
      cut.lanes.find((lane) => lane.width === width)?.workOrderId ?? cut.lanes[0]?.workOrderId ?? null
    const orderedLanes = (lanes ?? []).map((lane) => ({ ...lane, workOrderId: getOrderId(lane.width) }))
    onDone({
      ...cut,
      lanes: orderedLanes,
      sets: Number(sets),
      lengthM: Number(length),
      slittingPattern: formatSlittingPattern(orderedLanes),
      trimMm: cut.widthMm - sumLaneWidths(orderedLanes),
    })
  }
  return (
    <Dialog open onClose={onClose} title={cut.jumbo}>
      <form
        className="ui-sheet-form stack gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <label>
          {t('cutting.fields.slittingPattern')}
          <TextInput value={patternText} onChange={setPatternText} autoComplete="off" />
        </label>
        {problem && (
          <p className="cut-plan-wrong">
            {t(`slitting:refusals.slittingPattern.${problem.code}`, {
              ...problem,
              jumbo: cut.widthMm,
              trim: limits.minTrimMm,
            })}
          </p>
        )}
        <div className="pair">
          <label>
            {t('cutOrder.fields.sets')}
            <NonNegativeNumberInput integersOnly value={sets} onChange={setSets} />
          </label>
          <label>
            {t('cutOrder.fields.lengthM')} (m)
            <NonNegativeNumberInput value={length} onChange={setLength} />
          </label>
        </div>
        {isTooLong && (
          <p className="cut-plan-wrong">
            {t('slitting:refusals.notEnoughLeft', { number: cut.jumbo, left: metresLeft, wanted: neededMetres })}
          </p>
        )}
        <div className="ui-actions">
          <Button
            type="submit"
            look="primary"
            disabled={problem !== undefined || isTooLong || !(Number(sets) >= 1 && Number(length) > 0)}
          >
            {t('client:resource.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
