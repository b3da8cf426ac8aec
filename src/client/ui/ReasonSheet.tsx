import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preset } from '@/contract/preset'
import { usePresets, UsualTexts } from '../fields/UsualTexts'
import { Button } from './Button'
import { OfferedButton } from './OfferedButton'
import { Sheet } from './Sheet'

export interface ReasonSheetProps {
  title: string
  /** Label of the submit button; defaults to the title. */
  action?: string
  /** Label of the input; "Reason" by default. */
  label?: string
  /** Label of the cancel button; "Cancel" by default. */
  cancel?: string
  /** Preset reasons to choose with one tap: those of the field or command that stores the reason. */
  presets?: readonly Preset[]
  /** A tap on a preset submits it; otherwise it only fills the input. */
  quick?: boolean
  /** Longest reason, in characters. */
  max?: number
  /** Rows of the input. */
  rows?: number
  /** A tap outside does not close the dialog. */
  alert?: boolean
  danger?: boolean
  busy?: boolean
  /** Content above the reasons. */
  children?: ReactNode
  onReason: (reason: string) => void
  onClose: () => void
}

/** Dialog that asks for a reason, by one tap on a preset or typed. */
export function ReasonSheet(props: ReasonSheetProps) {
  const { title, action = title, quick, max = 1000, rows = 1, danger, busy, onReason, onClose } = props
  const { t } = useTranslation('client')
  const [reason, setReason] = useState('')
  const usual = usePresets(props.presets)
  const id = useId()
  const input = {
    id,
    className: 'ui-input',
    maxLength: max,
    value: reason,
    onChange: (event: { target: { value: string } }) => setReason(event.target.value),
  }
  const label = props.label ?? t('ui.reason')
  return (
    <Sheet open onClose={onClose} title={title} alert={props.alert ?? false}>
      <form
        className="ui-reason"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) onReason(usual.stored(reason.trim()))
        }}
      >
        {props.children}
        {quick &&
          usual.offered.map(({ preset, word }) => (
            <Button key={preset} block onClick={() => onReason(preset)}>
              {word}
            </Button>
          ))}
        <label htmlFor={id}>{label}</label>
        {!quick && <UsualTexts label={label} of={usual} text={reason} onTake={(one) => setReason(usual.shown(one))} />}
        {rows > 1 ? <textarea {...input} rows={rows} /> : <input {...input} autoComplete="off" />}
        <div className="ui-actions">
          <Button onClick={onClose}>{props.cancel ?? t('ui.cancel')}</Button>
          <OfferedButton
            type="submit"
            look={danger ? 'danger' : 'primary'}
            why={busy ? '' : reason.trim() ? null : props.label ? t('ui.missing', { label }) : t('ui.reasonMissing')}
          >
            {action}
          </OfferedButton>
        </div>
      </form>
    </Sheet>
  )
}
