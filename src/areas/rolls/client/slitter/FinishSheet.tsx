import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPlantMoment } from '@/client/clock'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { parseSize } from '@/client/fields/number-input'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import { SizeInput } from '@/client/ui/SizeInput'
import { Dialog } from '@/client/ui/Dialog'
import { StateBadge } from '@/client/ui/StateBadge'
import { finishCutting } from '@/areas/rolls/contract/slitting-commands'
import { sumLaneWidths } from '@/areas/orders/rules/slitting-pattern'
import { cutKg, expectedTrimKg, jumboBalance, shareKg, worthKeeping } from '@/areas/rolls/rules/mass-balance'
import { jumboKg } from '@/areas/rolls/rules/order-figures'
import type { SlitterLimits } from '@/areas/rolls/rules/slitter-limits'
import type { Cutting, Jumbo, ShownSet } from './cut-state'
import { useStep } from './use-step'

export interface FinishSheetProps {
  run: Cutting
  jumbo: Jumbo
  sets: readonly ShownSet[]
  limits: SlitterLimits
  /** Metres that no set took. */ left: number
  onClose: () => void
}

/**
 * Finishes a cutting with its mass balance: trim and waste are entered, a gap beyond the tolerance needs a reason, and
 * the remnant is stored or discarded.
 */
export function FinishSheet({ run, jumbo, sets, limits, left, onClose }: FinishSheetProps) {
  const { t } = useTranslation(['rolls', 'client'])
  const expected =
    Math.round(
      sets.reduce(
        (sum, set) =>
          sum +
          expectedTrimKg(
            jumboKg(jumbo),
            jumbo.widthMm ?? 0,
            sumLaneWidths(set.lanes),
            set.toM - set.fromM,
            jumbo.lengthM ?? 0,
          ),
        0,
      ) * 1000,
    ) / 1000
  const [trim, setTrim] = useState(String(expected))
  const [stock, setStock] = useState(worthKeeping(left, run.lengthM))
  const leftKg = shareKg(jumboKg(jumbo), jumbo.lengthM, left)
  const [waste, setWaste] = useState<string | null>(null)
  const wasted = waste ?? (stock ? '0' : String(Math.round(leftKg * 10) / 10))
  const [reason, setReason] = useState('')
  const finish = useStep(finishCutting)
  const rolls = sets.flatMap((set) => set.rolls)
  const open = rolls.filter((roll) => roll.kg === null).length
  const taken = cutKg(jumboKg(jumbo), jumbo.lengthM, { leftM: left, sets }, stock ? left : 0)
  const balance = jumboBalance(
    taken,
    rolls.map((roll) => roll.kg ?? 0),
    parseSize(trim) ?? 0,
    parseSize(wasted) ?? 0,
    limits.balanceTolerance,
  )
  const weighed = [trim, wasted].every((text) => text === '' || parseSize(text) !== null)
  const ready = open === 0 && weighed && (balance.closes || reason.trim() !== '')
  const take = async () => {
    if (
      await finish.take(
        {
          id: run.id,
          trimKg: parseSize(trim) ?? 0,
          wasteKg: parseSize(wasted) ?? 0,
          remnant: stock && left > 0 ? 'stock' : 'waste',
          ...(reason.trim() ? { gapReason: reason.trim() } : {}),
          occurredAt: getPlantMoment(),
        },
        { done: t('pages.divideInteractive.finished') },
      )
    )
      onClose()
  }
  return (
    <Dialog open onClose={onClose} title={t('actions.cutting_finish')}>
      <form
        className="ui-sheet-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) void take()
        }}
      >
        {open > 0 && <p className="wrong">{t('pages.divideInteractive.stillToWeigh', { count: open })}</p>}
        {left > 0 && <Remnant left={left} kg={leftKg} stock={stock} onChange={setStock} />}
        <dl className="roll-facts">
          <div>
            <dt>{t('jumboRoll.name')}</dt>
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
            <SizeInput value={trim} onChange={setTrim} />
          </label>
          <label>
            {t('cutting.fields.wasteKg')} (kg)
            <SizeInput value={wasted} onChange={setWaste} />
          </label>
        </div>
        <p>
          {balance.closes ? (
            <StateBadge tone="ok">
              {t('pages.divideInteractive.closes', { tolerance: limits.balanceTolerance })}
            </StateBadge>
          ) : (
            <StateBadge tone="warn">
              {t('pages.divideInteractive.gap', {
                percent: Math.round((balance.gapPercent ?? 0) * 10) / 10,
                tolerance: limits.balanceTolerance,
              })}
            </StateBadge>
          )}
        </p>
        {!balance.closes && (
          <label>
            {t('cutting.fields.gapReason')}
            <input
              className="ui-input"
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
        )}
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={!ready || finish.busy}>
            {t('actions.cutting_finish')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Remnant({
  left,
  kg,
  stock,
  onChange,
}: {
  left: number
  kg: number
  stock: boolean
  onChange: (stock: boolean) => void
}) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const said = (value: number, unit: string) => formatNumber(value, { language, unit, decimals: 1 })
  return (
    <>
      <fieldset className="choice-row">
        <legend>{t('pages.divideInteractive.remnantOf', { metres: said(left, 'm'), kg: said(kg, 'kg') })}</legend>
        {([true, false] as const).map((one) => (
          <button key={String(one)} type="button" aria-pressed={stock === one} onClick={() => onChange(one)}>
            {t(`inputOptions.remnant.${one ? 'stock' : 'waste'}`)}
          </button>
        ))}
      </fieldset>
      {stock && <p className="quiet">{t('pages.divideInteractive.remnantHint')}</p>}
    </>
  )
}
