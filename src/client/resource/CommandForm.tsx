import '../antd'
import '../fields/fields.css'
import { useState, type ReactNode } from 'react'
import type { Endpoint } from '@/contract/endpoint'
import { SkeletonDetail } from '../ui/Skeleton'
import type { UnsentCommand } from '../api/phone'
import { CommandFields } from './CommandFields'
import { useDraft } from './use-draft'
import type { FormValues } from './form-values'

/** A translated error; `name` is the field it belongs to. */
export interface FormError {
  name: string
  message: string
}

/** Checks the values; asynchronous if a row must be looked up. */
export type FormCheck = (values: Readonly<FormValues>) => readonly FormError[] | Promise<readonly FormError[]>
/** Returns values that follow from the last change, to fill into the form; null if there are none. */
export type FormFill = (
  change: Readonly<FormValues>,
  values: Readonly<FormValues>,
) => Promise<Readonly<FormValues> | null>
/** Returns names of fields that do not apply to the current values. */
export type OmittedFieldsGetter = (values: Readonly<FormValues>) => readonly string[]
/** Renders content around the fields, such as choices that set them and results derived from the values. */
export type FieldsRenderer = (fields: ReactNode, values: Readonly<FormValues>) => ReactNode
export interface CommandFormProps<In, Out> {
  endpoint: Endpoint<In, Out>
  title: string
  /** The existing row that the form changes, as it was read; its id and version are sent with the command. */
  row?: Readonly<FormValues> & { id: string; version: number }
  /** Initial values of a new row. */
  startValues?: Readonly<FormValues>
  /** Fields to display, in this order; by default all that a person fills in. */
  fieldNames?: readonly string[]
  /** The unsent command of this phone being corrected. */
  unsent?: UnsentCommand
  /** Display names of referenced rows, by id. */
  refs?: Readonly<Record<string, string>>
  /** Units by field, for numbers whose unit depends on other inputs. */
  getUnits?: (values: Readonly<FormValues>) => Readonly<Record<string, string>>
  /** Fields that the other inputs make irrelevant: they are hidden and sent empty. */
  getOmittedFields?: OmittedFieldsGetter
  /** Checks the area's rules before saving, so that a phone learns offline what the server would refuse hours later. */
  check?: FormCheck
  fillIn?: FormFill
  /** Asks the person to confirm, after all checks and before sending. Resolve to false to keep the form open. */
  confirmSave?: (values: Readonly<FormValues>) => Promise<boolean>
  renderAround?: FieldsRenderer
  /** Parent of a new row, so that drafts for different parents stay separate. */
  draftScope?: string
  /** Saves the input as a new row, after another person deleted the row. */
  onSaveAsNew?: (values: Readonly<FormValues>) => void
  onDone: (result: { id: string; queued: boolean }) => void
  onBack: () => void
}

/**
 * A form for any command: inputs, labels, checks and errors come from the endpoint's declaration. Input is stored as a
 * draft until saved. Offline commands go to the outbox; a stale version opens the conflict screen.
 */
export function CommandForm<In, Out>(props: CommandFormProps<In, Out>) {
  const draftKey = `form ${props.endpoint.name} ${props.unsent?.id ?? props.row?.id ?? props.draftScope ?? 'new'}`
  const draft = useDraft(draftKey)
  const [restartCount, setRestartCount] = useState(0)
  if (draft.storedDraft === undefined) return <SkeletonDetail />
  const restart = () => {
    draft.discard()
    setRestartCount((n) => n + 1)
  }
  return (
    <CommandFields
      key={restartCount}
      {...(props as CommandFormProps<FormValues, unknown>)}
      draftKey={draftKey}
      draft={draft}
      storedDraft={restartCount === 0 ? draft.storedDraft : null}
      onRestart={restart}
    />
  )
}
