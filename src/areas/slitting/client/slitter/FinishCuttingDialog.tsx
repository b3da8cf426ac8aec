import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPlantMoment } from '@/client/clock'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { parseNonNegative } from '@/client/fields/number-input'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import { NonNegativeNumberInput } from '@/client/ui/NonNegativeNumberInput'
import { Dialog } from '@/client/ui/Dialog'
import { StateBadge } from '@/client/ui/StateBadge'
import { finishCutting } from '@/areas/slitting/contract/slitting-commands'
import { calculateDisplayedGapPercent } from '@/plant/rules/limits'
import { sumLaneWidths } from '@/areas/orders/rules/slitting-pattern'
import {
  calculateCutKg,
  calculateExpectedTrimKg,
  calculateJumboBalance,
  isRemnantWorthKeeping,
} from '@/areas/slitting/rules/mass-balance'
import { calculateShareKg, getJumboKg } from '@/areas/rolls/rules/roll-mass'
import type { SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import type { StoredCutting, StoredJumbo, DisplayedSet } from './displayed-sets'
import { useSlitterCommand } from '../shared/use-slitter-command'
import { TextInput } from '@/client/ui/TextInput'

export interface FinishCuttingDialogProps {
  openCutting: StoredCutting
  jumbo: StoredJumbo
  sets: readonly DisplayedSet[]
  limits: SlitterLimits
  /** Metres of the jumbo that no set has taken. */
  leftM: number
  onClose: () => void
}

/**
 * Finishes a cutting with its mass balance. The person enters trim and waste, gives a reason for a gap beyond the
 * tolerance, and decides whether the remnant is stored or discarded.
 */
export function FinishCuttingDialog({ openCutting, jumbo, sets, limits, leftM, onClose }: FinishCuttingDialogProps) {
  const { t } = useTranslation(['slitting', 'rolls', 'client'])
  const expectedTrimKg =
    Math.round(
      sets.reduce(
        (sum, set) =>
          sum +
          calculateExpectedTrimKg(
            getJumboKg(jumbo) ?? 0,
            jumbo.widthMm ?? 0,
            sumLaneWidths(set.lanes),
            set.toM - set.fromM,
            jumbo.lengthM ?? 0,
          ),
        0,
      ) * 1000,
    ) / 1000
  const [trimText, setTrimText] = useState(String(expectedTrimKg))
  const [keepsRemnant, setKeepsRemnant] = useState(isRemnantWorthKeeping(leftM, openCutting.lengthM))
  const leftKg = calculateShareKg(getJumboKg(jumbo) ?? 0, jumbo.lengthM, leftM)
  const [enteredWaste, setEnteredWaste] = useState<string | null>(null)
  const wasteText = enteredWaste ?? (keepsRemnant ? '0' : String(Math.round(leftKg * 10) / 10))
  const [reason, setReason] = useState('')
  const finish = useSlitterCommand(finishCutting)
  const rolls = sets.flatMap((set) => set.rolls)
  const unweighedCount = rolls.filter((roll) => roll.kg === null).length
  const inputKg = calculateCutKg(getJumboKg(jumbo) ?? 0, jumbo.lengthM, { leftM, sets }, keepsRemnant ? leftM : 0)
  const balance = calculateJumboBalance(
    inputKg,
    rolls.map((roll) => roll.kg ?? 0),
    parseNonNegative(trimText) ?? 0,
    parseNonNegative(wasteText) ?? 0,
    limits.balanceTolerance,
  )
  const areInputsValid = [trimText, wasteText].every((text) => text === '' || parseNonNegative(text) !== null)
  const isReady = unweighedCount === 0 && areInputsValid && (balance.isWithinTolerance || reason.trim() !== '')
  const submit = async () => {
    if (
      await finish.execute(
        {
          id: openCutting.id,
          trimKg: parseNonNegative(trimText) ?? 0,
          wasteKg: parseNonNegative(wasteText) ?? 0,
          remnant: keepsRemnant && leftM > 0 ? 'stock' : 'waste',
          ...(reason.trim() ? { gapReason: reason.trim() } : {}),
          occurredAt: getPlantMoment(),
        },
        { savedMessage: t('pages.divideInteractive.finished') },
      )
    )
      onClose()
  }
  return (
    <Dialog open onClose={onClose} title={t('actions.cutting_finish')}>
      <form
        className="ui-sheet-form stack gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void submit()
        }}
      >
        {unweighedCount > 0 && (
          <p className="wrong">{t('pages.divideInteractive.stillToWeigh', { count: unweighedCount })}</p>
        )}
        {leftM > 0 && <RemnantField leftM={leftM} kg={leftKg} keepsRemnant={keepsRemnant} onChange={setKeepsRemnant} />}
        <dl className="facts">
          <div>
            <dt>{t('rolls:jumboRoll.name')}</dt>
            <dd>
              <Quantity value={balance.jumboKg} unit="kg" decimals={1} />
            </dd>
          </div>
          <div>
            <dt>{t('cutting.fields.slitKg')}</dt>
            <dd>
              <Quantity value={balance.slitKg} unit="kg" decimals={1} />
            </dd>
          </div>
          <div>
            <dt>{t('cutting.fields.gapKg')}</dt>
            <dd>
              <Quantity value={balance.gapKg} unit="kg" decimals={1} />
            </dd>
          </div>
        </dl>
        <div className="pair">
          <label>
            {t('cutting.fields.trimKg')} (kg)
            <NonNegativeNumberInput value={trimText} onChange={setTrimText} />
          </label>
          <label>
            {t('cutting.fields.wasteKg')} (kg)
            <NonNegativeNumberInput value={wasteText} onChange={setEnteredWaste} />
          </label>
        </div>
        <p>
          {balance.isWithinTolerance ? (
            <StateBadge tone="ok">
              {t('pages.divideInteractive.closes', { tolerance: limits.balanceTolerance })}
            </StateBadge>
          ) : (
            <StateBadge tone="warn">
              {t('pages.divideInteractive.gap', {
                percent: calculateDisplayedGapPercent(balance, limits.balanceTolerance),
                tolerance: limits.balanceTolerance,
              })}
            </StateBadge>
          )}
        </p>
        {!balance.isWithinTolerance && (
          <label>
            {t('cutting.fields.gapReason')}
            <TextInput maxLength={1000} value={reason} onChange={setReason} />
          </label>
        )}
        <div className="ui-actions">
          <Button type="submit" look="primary" disabled={!isReady || finish.busy}>
            {t('actions.cutting_finish')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function RemnantField({
  leftM,
  kg,
  keepsRemnant,
  onChange,
}: {
  leftM: number
  kg: number
  keepsRemnant: boolean
  onChange: (keepsRemnant: boolean) => void
}) {
  const { t } = useTranslation('slitting')
  const language = useLanguage()
  const formatQuantity = (value: number, unit: string) => formatNumber(value, { language, unit, decimals: 1 })
  return (
    <>
      <fieldset className="choice-row cluster">
        <legend>
          {t('pages.divideInteractive.remnantOf', { metres: formatQuantity(leftM, 'm'), kg: formatQuantity(kg, 'kg') })}
        </legend>
        {([true, false] as const).map((option) => (
          <button
            key={String(option)}
            type="button"
            aria-pressed={keepsRemnant === option}
            onClick={() => onChange(option)}
          >
            {t(`inputOptions.remnant.${option ? 'stock' : 'waste'}`)}
          </button>
        ))}
      </fieldset>
      {keepsRemnant && <p className="quiet">{t('pages.divideInteractive.remnantHint')}</p>}
    </>
  )
}
