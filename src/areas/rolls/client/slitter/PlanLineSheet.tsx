import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { SizeInput } from '@/client/ui/SizeInput'
import { Dialog } from '@/client/ui/Dialog'
import {
  findSlittingPatternProblems,
  formatSlittingPattern,
  sumLaneWidths,
  parseSlittingPattern,
} from '@/areas/orders/rules/slitting-pattern'
import { metresOf } from '@/areas/rolls/rules/cut-plan/metres'
import { slitLimits, type SlitterLimits } from '@/areas/rolls/rules/slitter-limits'
import type { PlanLine } from './PlanView'

/** Edits pattern, length or number of sets of a planned cut; each width keeps its order. */
export function PlanLineSheet({
  cut,
  others,
  limits,
  onDone,
  onClose,
}: {
  cut: PlanLine
  /** The other lines of the plan. */ others: readonly PlanLine[]
  limits: SlitterLimits
  onDone: (cut: PlanLine) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const [text, setText] = useState(formatSlittingPattern(cut.lanes))
  const [sets, setSets] = useState(String(cut.sets))
  const [length, setLength] = useState(String(cut.lengthM))
  const lanes = parseSlittingPattern(text)
  const [problem] = lanes
    ? findSlittingPatternProblems(lanes, slitLimits(limits, cut.widthMm))
    : [{ code: 'notReadable' as const, text }]
  const left = cut.leftM - metresOf(others.filter((one) => one.jumboRollId === cut.jumboRollId))
  const wanted = metresOf([{ sets: Number(sets), lengthM: Number(length) }])
  const tooLong = wanted > left
  const done = () => {
    const orderOf = (width: number) =>
      cut.lanes.find((lane) => lane.width === width)?.workOrderId ?? cut.lanes[0]?.workOrderId ?? null
    const next = (lanes ?? []).map((lane) => ({ ...lane, workOrderId: orderOf(lane.width) }))
    onDone({
      ...cut,
      lanes: next,
      sets: Number(sets),
      lengthM: Number(length),
      slittingPattern: formatSlittingPattern(next),
      trimMm: cut.widthMm - sumLaneWidths(next),
    })
  }
  return (
    <Dialog open onClose={onClose} title={cut.jumbo}>
      <form
        className="ui-sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          done()
        }}
      >
        <label>
          {t('cutting.fields.slittingPattern')}
          <input
            className="ui-input"
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
          />
        </label>
        {problem && (
          <p className="wrong">
            {t(`refusals.slittingPattern.${problem.code}`, { ...problem, jumbo: cut.widthMm, trim: limits.minTrimMm })}
          </p>
        )}
        <div className="pair">
          <label>
            {t('cutOrder.fields.sets')}
            <SizeInput integersOnly value={sets} onChange={setSets} />
          </label>
          <label>
            {t('cutOrder.fields.lengthM')} (m)
            <SizeInput value={length} onChange={setLength} />
          </label>
        </div>
        {tooLong && <p className="wrong">{t('refusals.notEnoughLeft', { number: cut.jumbo, left, wanted })}</p>}
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            disabled={problem !== undefined || tooLong || !(Number(sets) >= 1 && Number(length) > 0)}
          >
            {t('client:resource.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
