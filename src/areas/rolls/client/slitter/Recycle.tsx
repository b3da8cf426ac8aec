import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointInput } from '@/contract/endpoint'
import { getPlantMoment } from '@/client/clock'
import { parseSize } from '@/client/fields/number-input'
import { SizeInput } from '@/client/ui/SizeInput'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { recycleRolls } from '@/areas/rolls/contract/slitting-commands'
import { judgeWeight } from '@/areas/rolls/rules/dimensions'
import { OnHold, useHeldWord } from '../hold/OnHold'
import type { ShownRoll } from './cut-state'
import { useStep } from './use-step'

export interface RecycleProps {
  roll: Pick<ShownRoll, 'id' | 'lane' | 'number' | 'kg' | 'expectedKg' | 'holds'>
  setId: string
  cuttingId: string
  onDone: () => void
}

/** 回收: records that a roll is pelletised, with mass and reason. It cannot be undone. */
export function Recycle({ roll, setId, cuttingId, onDone }: RecycleProps) {
  const { t } = useTranslation(['rolls', 'client'])
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const recycle = useStep(recycleRolls)
  const held = useHeldWord(roll.holds)
  const kg = roll.kg ?? (parseSize(typed) || null)
  const isSlip =
    roll.kg === null && typed !== '' && judgeWeight(Number(typed), roll.expectedKg, Infinity).verdict === 'refused'
  const missing = kg === null ? t('pages.winder.weightMissing') : reason.trim() ? null : t('client:ui.reasonMissing')
  const ready = held === null && reason.trim() !== '' && kg !== null && !isSlip
  const take = async () => {
    const one = {
      ...(roll.id ? { rollId: roll.id } : { lane: roll.lane }),
      ...(roll.kg === null ? { kg, seenKg: null } : {}),
    }
    if (
      await recycle.take(
        { id: setId, cuttingId, rolls: [one], reason: reason.trim(), occurredAt: getPlantMoment() } as EndpointInput<
          typeof recycleRolls
        >,
        {
          done: t('pages.divideInteractive.recycled'),
        },
      )
    )
      onDone()
  }
  return (
    <form
      className="ui-sheet-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void take()
      }}
    >
      <p className="quiet">
        {t('pages.divideInteractive.recycleSentence', {
          number: roll.number ?? t('pages.divideInteractive.lane', { lane: roll.lane }),
        })}
      </p>
      <OnHold holds={roll.holds} />
      {roll.kg === null && (
        <label>
          {t('slitRoll.fields.kg')} (kg)
          <SizeInput value={typed} onChange={setTyped} />
        </label>
      )}
      {isSlip && (
        <p className="wrong" role="alert">
          {t('pages.divideInteractive.slip')}
        </p>
      )}
      <label>
        {t('inputs.reason')}
        <input
          className="ui-input"
          value={reason}
          maxLength={1000}
          onChange={(event) => setReason(event.target.value)}
          autoComplete="off"
        />
      </label>
      <div className="ui-actions">
        <ExplainedButton type="submit" look="danger" disabledReason={held ?? (recycle.busy || isSlip ? '' : missing)}>
          {t('pages.divideInteractive.recycle')}
        </ExplainedButton>
      </div>
    </form>
  )
}
