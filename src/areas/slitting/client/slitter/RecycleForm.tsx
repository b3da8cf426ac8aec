import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointInput } from '@/contract/endpoint'
import { getPlantMoment } from '@/client/clock'
import { parseSize } from '@/client/fields/number-input'
import { SizeInput } from '@/client/ui/SizeInput'
import { ExplainedButton } from '@/client/ui/Button'
import { recycleRolls } from '@/areas/slitting/contract/slitting-commands'
import { judgeWeight } from '@/areas/rolls/rules/dimensions'
import { HoldNotice, useHoldReason } from '@/areas/rolls/client/shared/HoldNotice'
import type { DisplayedRoll } from './displayed-sets'
import { useSlitterCommand } from '../shared/use-slitter-command'

export interface RecycleFormProps {
  roll: Pick<DisplayedRoll, 'id' | 'lane' | 'number' | 'kg' | 'expectedKg' | 'holds'>
  setId: string
  cuttingId: string
  onDone: () => void
}

/** 回收: records that a roll is pelletised, with mass and reason. It cannot be undone. */
export function RecycleForm({ roll, setId, cuttingId, onDone }: RecycleFormProps) {
  const { t } = useTranslation(['slitting', 'rolls', 'client'])
  const [reason, setReason] = useState('')
  const [kgText, setKgText] = useState('')
  const recycle = useSlitterCommand(recycleRolls)
  const holdReason = useHoldReason(roll.holds)
  const enteredKg = parseSize(kgText)
  const kg = roll.kg ?? (enteredKg || null)
  // `SizeInput` reports text that is not a number. Any tolerance will do here, as only a refusal matters.
  const isEntryError =
    roll.kg === null && enteredKg !== null && judgeWeight(enteredKg, roll.expectedKg, Infinity).verdict === 'refused'
  const missingReason =
    kg === null ? t('rolls:pages.winder.weightMissing') : reason.trim() ? null : t('client:ui.reasonMissing')
  const isReady = holdReason === null && reason.trim() !== '' && kg !== null && !isEntryError
  const submit = async () => {
    const recycledRoll = {
      ...(roll.id ? { rollId: roll.id } : { lane: roll.lane }),
      ...(roll.kg === null ? { kg, seenKg: null } : {}),
    }
    if (
      await recycle.execute(
        {
          id: setId,
          cuttingId,
          rolls: [recycledRoll],
          reason: reason.trim(),
          occurredAt: getPlantMoment(),
        } as EndpointInput<typeof recycleRolls>,
        {
          savedMessage: t('pages.divideInteractive.recycled'),
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
        if (isReady) void submit()
      }}
    >
      <p className="quiet">
        {t('pages.divideInteractive.recycleSentence', {
          number: roll.number ?? t('pages.divideInteractive.lane', { lane: roll.lane }),
        })}
      </p>
      <HoldNotice holds={roll.holds} />
      {roll.kg === null && (
        <label>
          {t('slitRoll.fields.kg')} (kg)
          <SizeInput value={kgText} onChange={setKgText} />
        </label>
      )}
      {isEntryError && (
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
        <ExplainedButton
          type="submit"
          look="danger"
          disabledReason={holdReason ?? (recycle.busy || isEntryError ? '' : missingReason)}
        >
          {t('pages.divideInteractive.recycle')}
        </ExplainedButton>
      </div>
    </form>
  )
}
