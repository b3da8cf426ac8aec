import { useCallback, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { useRow } from '@/client/api/use-list'
import { useLabels } from '@/client/i18n/labels'
import type { FormCheck } from '@/client/resource/CommandForm'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import type { FormValues } from '@/client/resource/form-values'
import { Quantity } from '@/client/ui/Quantity'
import { reworkRoll } from '../../contract/rework'
import { slitRoll } from '../../contract/slitting'
import { isHeld } from '@/areas/rolls/rules/hold'
import {
  isRollProducing,
  calculateReworkKg,
  findReworkProblem,
  type ReworkKind,
  type ReworkPiece,
} from '../../rules/rework'
import { HoldNotice } from '@/areas/rolls/client/shared/HoldNotice'

type ReworkableRoll = Row<typeof slitRoll>
export const reworkFields = [
  'slitRollId',
  'kind',
  'reason',
  'defect',
  'pieces',
  'minutes',
  'ratePerHour',
  'cost',
] as const

/** 新返修: form for reworking a roll. Shows the dimensions of the chosen roll and checks the pieces before sending. */
export function ReworkForm({
  startValues,
  draftScope,
  onBack,
  onDone,
}: {
  startValues: FormValues
  draftScope: string
  onBack: () => void
  onDone: (result: { id: string }) => void
}) {
  const { t } = useTranslation('slitting')
  // The chosen roll, shared between the form section and the check.
  const chosenRoll = useRef<ReworkableRoll | null>(null)
  const storeRoll = useCallback((row: ReworkableRoll | null) => {
    chosenRoll.current = row
  }, [])
  const renderAround = useCallback(
    (fields: ReactNode, values: Readonly<FormValues>) => (
      <>
        <ChosenRollSection values={values} onRoll={storeRoll} />
        {fields}
      </>
    ),
    [storeRoll],
  )
  return (
    <LazyCommandForm
      endpoint={reworkRoll as Endpoint}
      title={t('pages.rework.new')}
      startValues={startValues}
      fieldNames={reworkFields}
      draftScope={draftScope}
      renderAround={renderAround}
      getOmittedFields={getOmittedFields}
      check={useReworkCheck(chosenRoll)}
      onBack={onBack}
      onDone={onDone}
    />
  )
}
/** Returns the pieces entered so far. */
const toPieces = (values: Readonly<FormValues>): ReworkPiece[] =>
  (Array.isArray(values['pieces']) ? (values['pieces'] as Partial<ReworkPiece>[]) : []).map((piece) => ({
    ...piece,
    kg: piece.kg ?? 0,
  }))
/** Hides the pieces for kinds of rework that make no rolls. */
const getOmittedFields = (values: Readonly<FormValues>): readonly string[] =>
  isRollProducing(getKind(values)) ? [] : ['pieces']
const getKind = (values: Readonly<FormValues>) => values['kind'] as ReworkKind

/** Dimensions and holds of the chosen roll, and the part of its mass that is not in the entered pieces. */
function ChosenRollSection({
  values,
  onRoll,
}: {
  values: Readonly<FormValues>
  onRoll: (row: ReworkableRoll | null) => void
}) {
  const { t } = useTranslation('slitting')
  const labels = useLabels('slitting')
  const id = typeof values['slitRollId'] === 'string' ? values['slitRollId'] : null
  const { row } = useRow(slitRoll, id)
  useEffect(() => onRoll(row), [row, onRoll])
  if (!row) return null
  const pieces = toPieces(values)
  const lossKg =
    row.kg === null || !isRollProducing(getKind(values))
      ? null
      : calculateReworkKg(getKind(values), row.kg, pieces).lossKg
  return (
    <div>
      <p className="quiet">
        {row.number} · <Quantity value={row.widthMm} unit="mm" /> · <Quantity value={row.lengthM} unit="m" /> ·{' '}
        <Quantity value={row.kg} unit="kg" decimals={2} hasFixedDecimals /> ·{' '}
        {labels.option(slitRoll, 'grade', row.grade)}
      </p>
      {lossKg !== null && lossKg >= 0 && pieces.length > 0 && (
        <p className="quiet">
          {t('rework.fields.lossKg')} <Quantity value={lossKg} unit="kg" decimals={2} hasFixedDecimals />
        </p>
      )}
      <HoldNotice holds={row.holds} />
    </div>
  )
}
/** Returns a check of the form by the server's rules, as far as the phone has the data of the roll. */
function useReworkCheck(chosenRoll: RefObject<ReworkableRoll | null>): FormCheck {
  const { t } = useTranslation('slitting')
  return (values) => {
    const roll = chosenRoll.current
    if (!roll || roll.id !== values['slitRollId']) return []
    if (isHeld(roll.holds)) return [{ name: 'slitRollId', message: t('pages.rework.held') }]
    const problem = findReworkProblem(getKind(values), roll, toPieces(values))
    if (!problem) return []
    const { number, widthMm: width, lengthM: length } = roll
    const message = t(`refusals.rework.${problem}`, { number, kg: roll.kg ?? '', width, length })
    return [{ name: problem === 'noWeight' ? 'slitRollId' : 'pieces', message }]
  }
}
