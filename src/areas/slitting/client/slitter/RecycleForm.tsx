import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointInput } from '@/contract/endpoint'
import { parseNonNegative } from '@/client/fields/number-input'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { NonNegativeNumberInput } from '@/client/ui/NonNegativeNumberInput'
import { recycleRolls } from '@/areas/slitting/contract/slitting-commands'
import { judgeWeight } from '@/areas/rolls/rules/dimensions'
import { HoldNotice, useHoldReason } from '@/areas/rolls/client/shared/HoldNotice'
import type { DisplayedRoll } from './displayed-sets'
import { CHANGED_RESOURCES } from '../shared/use-slitter-command'

type RecycledRolls = EndpointInput<typeof recycleRolls>['rolls']
export interface RecycleFormProps {
  roll: Pick<DisplayedRoll, 'id' | 'lane' | 'number' | 'kg' | 'expectedKg' | 'holds'>
  setId: string
  cuttingId: string
  onDone: () => void
}

/** 回收: records that a roll is pelletised, with mass and reason. This cannot be undone. */
export function RecycleForm({ roll, setId, cuttingId, onDone }: RecycleFormProps) {
  const { t } = useTranslation('slitting')
  const [kgText, setKgText] = useState('')
  const holdReason = useHoldReason(roll.holds)
  // `seenKg` is the weight that the person saw. It is always null, because only an unweighed roll needs a weight.
  const buildRolls = (weight: { kg?: number; seenKg?: null }) =>
    [{ ...(roll.id ? { rollId: roll.id } : { lane: roll.lane }), ...weight }] as RecycledRolls
  const isWeighed = roll.kg !== null
  const enteredKg = parseNonNegative(kgText)
  // The tolerance is infinite, because unusual weights are allowed here. `NonNegativeNumberInput` shows its own error for
  // text that is not a number.
  const isWeightRefused =
    !isWeighed && enteredKg !== null && judgeWeight(enteredKg, roll.expectedKg, Infinity).verdict === 'refused'
  return (
    <InlineCommandForm
      command={recycleRolls}
      row={{ id: setId }}
      label={t('pages.divideInteractive.recycle')}
      values={{ cuttingId, ...(isWeighed ? { rolls: buildRolls({}) } : {}) }}
      fieldNames={isWeighed ? ['reason'] : ['rolls', 'reason']}
      startValues={{ rolls: [] }}
      fieldLabels={{ rolls: `${t('slitRoll.fields.kg')} (kg)` }}
      above={
        <>
          <p className="quiet">
            {t('pages.divideInteractive.recycleSentence', {
              number: roll.number ?? t('pages.divideInteractive.lane', { lane: roll.lane }),
            })}
          </p>
          <HoldNotice holds={roll.holds} />
        </>
      }
      inputs={{
        rolls: ({ label, onChange }) => (
          <>
            <NonNegativeNumberInput
              label={label}
              value={kgText}
              onChange={(text) => {
                setKgText(text)
                const kg = parseNonNegative(text)
                onChange(kg ? buildRolls({ kg, seenKg: null }) : [])
              }}
            />
            {isWeightRefused && (
              <p className="wrong" role="alert">
                {t('pages.divideInteractive.checkDecimalPoint')}
              </p>
            )}
          </>
        ),
      }}
      check={() => holdReason ?? (isWeightRefused ? '' : null)}
      isDangerous
      changedResources={CHANGED_RESOURCES}
      savedMessage={t('pages.divideInteractive.recycled')}
      onSaved={onDone}
    />
  )
}
