import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preset } from '@/contract/preset'
import { usePresets, PresetButtons } from '../fields/presets'
import { Button, ExplainedButton } from './Button'
import { Dialog } from './Dialog'

export interface ReasonDialogProps {
  title: string
  /** Label of the submit button; defaults to the title. */
  submitLabel?: string
  /** Label of the input; "Reason" by default. */
  label?: string
  /** Label of the cancel button; "Cancel" by default. */
  cancelLabel?: string
  /** Preset reasons to choose with one tap: those of the field or command that stores the reason. */
  presets?: readonly Preset[]
  /** A tap on a preset submits it; otherwise it only fills the input. */
  submitsOnPreset?: boolean
  /** Longest reason, in characters. */
  maxLength?: number
  /** Rows of the input. */
  rows?: number
  /** A tap outside does not close the dialog. */
  requiresAnswer?: boolean
  isDangerous?: boolean
  busy?: boolean
  /** Content above the reasons. */
  children?: ReactNode
  onReason: (reason: string) => void
  onClose: () => void
}

/** Dialog that asks for a reason, by one tap on a preset or typed. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    submitLabel = title,
    submitsOnPreset,
    maxLength = 1000,
    rows = 1,
    isDangerous,
    busy,
    onReason,
    onClose,
  } = props
  const { t } = useTranslation('client')
  const [reason, setReason] = useState('')
  const presetTexts = usePresets(props.presets)
  const id = useId()
  const inputProps = {
    id,
    className: 'ui-input',
    maxLength,
    value: reason,
    onChange: (event: { target: { value: string } }) => setReason(event.target.value),
  }
  const label = props.label ?? t('ui.reason')
  return (
    <Dialog open onClose={onClose} title={title} requiresAnswer={props.requiresAnswer ?? false}>
      <form
        className="ui-reason"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) onReason(presetTexts.toStoredText(reason.trim()))
        }}
      >
        {props.children}
        {submitsOnPreset &&
          presetTexts.options.map(({ preset, label: presetLabel }) => (
            <Button key={preset} block onClick={() => onReason(preset)}>
              {presetLabel}
            </Button>
          ))}
        <label htmlFor={id}>{label}</label>
        {!submitsOnPreset && (
          <PresetButtons
            label={label}
            presetTexts={presetTexts}
            text={reason}
            onPick={(preset) => setReason(presetTexts.toDisplayText(preset))}
          />
        )}
        {rows > 1 ? <textarea {...inputProps} rows={rows} /> : <input {...inputProps} autoComplete="off" />}
        <div className="ui-actions">
          <Button onClick={onClose}>{props.cancelLabel ?? t('ui.cancel')}</Button>
          <ExplainedButton
            type="submit"
            look={isDangerous ? 'danger' : 'primary'}
            disabledReason={
              busy ? '' : reason.trim() ? null : props.label ? t('ui.missing', { label }) : t('ui.reasonMissing')
            }
          >
            {submitLabel}
          </ExplainedButton>
        </div>
      </form>
    </Dialog>
  )
}
