import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preset } from '@/contract/preset'
import { usePresets } from '@/client/fields/presets'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { TextInput } from '@/client/ui/TextInput'

/** Longest reason, in characters. */
const MAX_LENGTH = 400

/** Dialog that asks why part of a round deviates from its plan: by one tap on a preset reason, or a short text. */
export function DeviationReasonDialog({
  title,
  presets,
  onReason,
  onClose,
}: {
  title: string
  presets: readonly Preset[]
  onReason: (reason: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['rounds', 'client'])
  const [reason, setReason] = useState('')
  const presetTexts = usePresets(presets)
  const id = useId()
  const label = t('pages.polling.otherReason')
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="ui-reason"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) onReason(presetTexts.toStoredText(reason.trim()))
        }}
      >
        {presetTexts.options.map(({ preset, label: presetLabel }) => (
          <Button key={preset} block onClick={() => onReason(preset)}>
            {presetLabel}
          </Button>
        ))}
        <label htmlFor={id}>{label}</label>
        <TextInput id={id} maxLength={MAX_LENGTH} value={reason} onChange={setReason} autoComplete="off" />
        <div className="ui-actions">
          <Button onClick={onClose}>{t('pages.polling.notNow')}</Button>
          <ExplainedButton
            type="submit"
            look="primary"
            disabledReason={reason.trim() ? null : t('client:ui.missing', { label })}
          >
            {t('pages.polling.takeReason')}
          </ExplainedButton>
        </div>
      </form>
    </Dialog>
  )
}
