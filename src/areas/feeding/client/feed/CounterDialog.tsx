import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { type UnsentCommand } from '@/client/api/phone'
import { useCommand } from '@/client/api/use-command'
import { usePresets } from '@/client/fields/presets'
import { parseNumberText } from '@/client/fields/number-input'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { counterFeed, correctionPresets, getPresetOfCause } from '../../contract/feed'
import { counterCauses, calculateCounterKg, isEmptying, type CounterCause } from '../../rules/feed'
import type { LocalFeedRow } from './check-feed-locally'

interface CounterDialogProps {
  feedRow: Pick<LocalFeedRow, 'id' | 'hopperId'>
  remainingKg: number
  materialName: string
  /** Unsent command to correct. */ unsent?: UnsentCommand
  onClose: () => void
}
/**
 * 冲销: dialog that reverses a feed with a reason, completely unless a smaller mass is entered; or records that its
 * hopper was emptied and how much of the feed went back to the store. The feed itself stays unchanged.
 */
export function CounterDialog({ feedRow, remainingKg, materialName, unsent, onClose }: CounterDialogProps) {
  const { t } = useTranslation(['feeding', 'client'])
  const command = useCommand(counterFeed)
  const [counterFeedId] = useState(() => createUuid7())
  const [cause, setCause] = useState((unsent?.body['cause'] as CounterCause | undefined) ?? 'correction')
  // A reason that equals the preset of the cause was not entered by a person.
  const unsentReason = String(unsent?.body['reason'] ?? '')
  const [reason, setReason] = useState(unsentReason === getPresetOfCause(cause) ? '' : unsentReason)
  const presets = usePresets(correctionPresets)
  const [kgText, setKgText] = useState(String(unsent?.body['kg'] ?? (isEmptying(cause) ? '' : remainingKg)))
  const isHopperEmptied = isEmptying(cause)
  // Without a weight, the server takes the content of an emptied hopper from its lot allocation.
  const isUnweighed = isHopperEmptied && kgText.trim() === ''
  const kg = isUnweighed ? null : Number(parseNumberText(kgText) ?? Number.NaN)
  // No other counter-feeds are passed, because `remainingKg` does not include what they took back.
  const isValidKg = isUnweighed || calculateCounterKg(remainingKg, [], kg, cause) !== null
  const reasonOrPreset = reason.trim() || getPresetOfCause(cause)
  function chooseCause(nextCause: CounterCause) {
    if (isEmptying(nextCause) !== isHopperEmptied) setKgText(isEmptying(nextCause) ? '' : String(remainingKg))
    setCause(nextCause)
  }
  async function submit() {
    const body = {
      id: feedRow.id,
      kg,
      ...(isHopperEmptied || unsent?.body['cause'] ? { cause } : {}),
      reason: reasonOrPreset,
    }
    if (await command.run({ ...body, ...(unsent ? {} : { counterId: counterFeedId }) }, { unsent })) onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`${t('actions.feed_counter')} · ${materialName}`}>
      <form
        className="feed-sheet"
        onSubmit={(event) => {
          event.preventDefault()
          if (isValidKg && reasonOrPreset) void submit()
        }}
      >
        {feedRow.hopperId && (
          <div className="feed-often" role="group" aria-label={t('feed.fields.cause')}>
            {counterCauses.map((option) => (
              <Button key={option} aria-pressed={cause === option} onClick={() => chooseCause(option)}>
                {t(`feed.options.cause.${option}`)}
              </Button>
            ))}
          </div>
        )}
        <label htmlFor="counter-kg">
          {t(isHopperEmptied ? 'pages.rawMaterial.backToStoreKg' : 'pages.rawMaterial.takeBackKg', {
            left: remainingKg,
          })}
        </label>
        <span className="with-unit">
          <input
            id="counter-kg"
            className="ui-input"
            inputMode="decimal"
            value={kgText}
            aria-invalid={!isValidKg}
            aria-describedby="counter-says"
            onChange={(event) => setKgText(event.target.value)}
            autoComplete="off"
          />
          <span className="unit">kg</span>
        </span>
        <output id="counter-says" className={isValidKg ? 'quiet' : 'form-wrong'}>
          {isValidKg
            ? t(isHopperEmptied ? 'pages.rawMaterial.hopperEnds' : 'pages.rawMaterial.staysAsIs')
            : t('refusals.counter.tooMuch', { left: remainingKg, wanted: kgText || '–' })}
        </output>
        <label htmlFor="counter-reason">{t('feed.fields.reason')}</label>
        <div className="feed-often" hidden={isHopperEmptied}>
          {presets.options.map(({ preset, label }) => (
            <Button key={preset} aria-pressed={reason === preset} onClick={() => setReason(preset)}>
              {label}
            </Button>
          ))}
        </div>
        <input
          id="counter-reason"
          className="ui-input"
          maxLength={1000}
          required={!isHopperEmptied}
          value={presets.toDisplayText(reason)}
          onChange={(event) => setReason(presets.toStoredText(event.target.value))}
          autoComplete="off"
        />
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <ExplainedButton
            type="submit"
            look="primary"
            disabledReason={command.busy || !isValidKg ? '' : reasonOrPreset ? null : t('client:ui.reasonMissing')}
          >
            {t('actions.feed_counter')}
          </ExplainedButton>
        </div>
      </form>
    </Dialog>
  )
}
