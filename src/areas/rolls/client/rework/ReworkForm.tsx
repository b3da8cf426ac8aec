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
import { isHeld } from '../../rules/hold'
import { makesRolls, reworkKg, reworkProblem, type ReworkKind, type ReworkPiece } from '../../rules/rework'
import { OnHold } from '../hold/OnHold'

type Roll = Row<typeof slitRoll>
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

/** 新返修: form for reworking a roll, with its dimensions; the rules check the pieces before sending. */
export function ReworkForm({
  start,
  draftOf,
  onBack,
  onDone,
}: {
  start: FormValues
  draftOf: string
  onBack: () => void
  onDone: (result: { id: string }) => void
}) {
  const { t } = useTranslation('rolls')
  // The chosen roll, shared between the form section and the check.
  const known = useRef<Roll | null>(null)
  const keep = useCallback((row: Roll | null) => {
    known.current = row
  }, [])
  const around = useCallback(
    (fields: ReactNode, values: Readonly<FormValues>) => (
      <>
        <Chosen values={values} onRoll={keep} />
        {fields}
      </>
    ),
    [keep],
  )
  return (
    <LazyCommandForm
      endpoint={reworkRoll as Endpoint}
      title={t('pages.rework.new')}
      start={start}
      only={reworkFields}
      draftOf={draftOf}
      around={around}
      omits={omits}
      check={useReworkCheck(known)}
      onBack={onBack}
      onDone={onDone}
    />
  )
}
/** Returns the pieces entered so far. */
const piecesOf = (values: Readonly<FormValues>): ReworkPiece[] =>
  (Array.isArray(values['pieces']) ? (values['pieces'] as Partial<ReworkPiece>[]) : []).map((piece) => ({
    ...piece,
    kg: piece.kg ?? 0,
  }))
/** Hides the pieces for kinds of rework that make no rolls. */
const omits = (values: Readonly<FormValues>): readonly string[] => (makesRolls(kindOf(values)) ? [] : ['pieces'])
const kindOf = (values: Readonly<FormValues>) => values['kind'] as ReworkKind

/** Dimensions and hold of the chosen roll, and the kilograms lost by the pieces. */
function Chosen({ values, onRoll }: { values: Readonly<FormValues>; onRoll: (row: Roll | null) => void }) {
  const { t } = useTranslation('rolls')
  const labels = useLabels('rolls')
  const id = typeof values['slitRollId'] === 'string' ? values['slitRollId'] : null
  const { row } = useRow(slitRoll, id)
  useEffect(() => onRoll(row), [row, onRoll])
  if (!row) return null
  const pieces = piecesOf(values)
  const lost = row.kg === null || !makesRolls(kindOf(values)) ? null : reworkKg(kindOf(values), row.kg, pieces).lossKg
  return (
    <div>
      <p className="quiet">
        {row.number} · <Quantity value={row.widthMm} unit="mm" /> · <Quantity value={row.lengthM} unit="m" /> ·{' '}
        <Quantity value={row.kg} unit="kg" decimals={2} fixed /> · {labels.option(slitRoll, 'grade', row.grade)}
      </p>
      {lost !== null && lost >= 0 && pieces.length > 0 && (
        <p className="quiet">
          {t('rework.fields.lossKg')} <Quantity value={lost} unit="kg" decimals={2} fixed />
        </p>
      )}
      <OnHold holds={row.holds} />
    </div>
  )
}
/** Checks the form by the server's rules as far as the phone knows the data. */
function useReworkCheck(known: RefObject<Roll | null>): FormCheck {
  const { t } = useTranslation('rolls')
  return (values) => {
    const roll = known.current
    if (!roll || roll.id !== values['slitRollId']) return []
    if (isHeld(roll.holds)) return [{ name: 'slitRollId', message: t('pages.rework.held') }]
    const problem = reworkProblem(kindOf(values), roll, piecesOf(values))
    if (!problem) return []
    const { number, widthMm: width, lengthM: length } = roll
    const message = t(`refusals.rework.${problem}`, { number, kg: roll.kg ?? '', width, length })
    return [{ name: problem === 'noWeight' ? 'slitRollId' : 'pieces', message }]
  }
}
