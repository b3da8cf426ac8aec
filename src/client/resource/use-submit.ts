import { startTransition, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findRowIssues } from '@/contract/row-rules'
import type { Fields } from '@/contract/field'
import { createUuid7 } from '@/contract/id'
import { checkInput } from '@/contract/schema'
import { ApiError, getStoredConflict, getConflict, type Conflict } from '../api/api-error'
import { notify } from '../api/notify'
import { notifySaved } from '../api/notify-saved'
import { getPhoneStore, type OutboxPhoto } from '../api/phone'
import { useSendCommand } from '../api/use-send-command'
import type { FieldPlace, FieldLabels } from '../i18n/labels'
import { getPlantNow } from '../clock'
import { getPlantZone } from '../session/plant-zone'
import type { BaseRow } from './use-draft'
import type { CommandFormProps } from './CommandForm'
import { toFieldIssues, type FieldIssue } from './form-issues'
import { getChangedValues, omitEmptyValues, type FormValues } from './form-values'

interface SubmitContext {
  /** The row as it was when the form opened. */
  row: BaseRow | undefined
  fields: Fields
  initialValues: FormValues
  place: FieldPlace
  labels: FieldLabels
  photos: ReadonlyMap<string, OutboxPhoto>
  showIssues: (issues: FieldIssue[]) => void
  onSaved: () => void
}
export interface SubmitState {
  busy: boolean
  conflict: Conflict | null
  save: (values: FormValues) => Promise<void>
  saveResolved: (merged: FormValues, version: number) => Promise<void>
  dismissConflict: () => void
}

/**
 * Checks, sends and completes a command form. The contract's checks run first, so that errors appear at the fields
 * offline too.
 */
export function useSubmit(
  props: CommandFormProps<FormValues, unknown> & { draftKey: string },
  context: SubmitContext,
): SubmitState {
  const { endpoint, unsent, onDone } = props
  const { row } = context
  const { t } = useTranslation('client')
  const sendNow = useSendCommand(endpoint)
  const [conflict, setConflict] = useState<Conflict | null>(() => (unsent ? getStoredConflict(unsent.lastError) : null))
  const [busy, setBusy] = useState(false)
  const newRowId = useRef(createUuid7())
  const isSending = useRef(false)
  /** A new row was accepted: its form is closing, and sending again would create the row twice. */
  const isAccepted = useRef(false)

  const getRowLabel = (number: number) => t('fields.row', { number })
  const buildBody = (values: FormValues): FormValues => {
    if (row)
      return { id: row.id, version: row.version, ...getChangedValues(context.fields, context.initialValues, values) }
    // Start values are sent only for fields without an input: a field that the person emptied stays empty.
    const hiddenStartValues = Object.fromEntries(
      Object.entries(props.startValues ?? {}).filter(([name]) => !(name in context.fields)),
    )
    // A partial command includes fields that the person emptied; a complete one omits empty fields.
    if (endpoint.partial)
      return { ...hiddenStartValues, ...getChangedValues(context.fields, context.initialValues, values) }
    return {
      ...('id' in endpoint.input && !('id' in context.fields) ? { id: newRowId.current } : {}),
      ...hiddenStartValues,
      ...omitEmptyValues(context.fields, values),
    }
  }
  async function send(body: FormValues): Promise<void> {
    // Ignores a second tap before the button is rendered as disabled or the form has closed.
    if (isSending.current || isAccepted.current) return
    isSending.current = true
    try {
      await checkAndSend(body)
    } finally {
      isSending.current = false
    }
  }
  async function checkAndSend(body: FormValues): Promise<void> {
    const checkedInput = checkInput(endpoint, body)
    if (!checkedInput.ok)
      return context.showIssues(
        toFieldIssues(checkedInput.issues, context.fields, context.place, context.labels, getRowLabel, body),
      )
    const ruleIssues = findRowIssues(
      { ...endpoint, fields: endpoint.input },
      { ...row, ...checkedInput.value },
      {
        timeZone: getPlantZone(),
        nowMs: getPlantNow(),
        enteredFields: Object.keys(checkedInput.value),
        getLabel: (name) => context.labels.field(context.place, name),
      },
    )
    // The rules of the row and the form's own check are reported together.
    const errors = (await props.check?.({ ...row, ...checkedInput.value })) ?? []
    if (ruleIssues.length + errors.length > 0)
      return context.showIssues([
        ...toFieldIssues(ruleIssues, context.fields, context.place, context.labels, getRowLabel, body),
        ...errors.map(({ name, message }) => ({
          name,
          label: name in context.fields ? context.labels.field(context.place, name) : '',
          message,
        })),
      ])
    if (props.confirmSave && !(await props.confirmSave(checkedInput.value))) return
    // A transition, because rendering must not delay the write.
    startTransition(() => {
      context.showIssues([])
      setBusy(true)
    })
    try {
      const version = typeof body['version'] === 'number' ? body['version'] : undefined
      if (unsent) await (await getPhoneStore()).edit(unsent.id, body, version)
      else {
        const result = await sendNow(checkedInput.value, {
          photos: [...context.photos.values()].filter((photo) => refersToPhoto(body, photo.id)),
          draftKey: props.draftKey,
          ...(version === undefined ? {} : { baseVersion: version }),
        })
        isAccepted.current = body['id'] === newRowId.current
        void notifySaved(t, result)
      }
      context.onSaved()
      onDone({ id: String(body['id'] ?? ''), queued: endpoint.offline !== undefined })
    } catch (error) {
      handleFailure(error, body)
    } finally {
      setBusy(false)
    }
  }
  function handleFailure(error: unknown, body: FormValues): void {
    const foundConflict = getConflict(error)
    if (foundConflict) return setConflict(foundConflict)
    if (error instanceof ApiError && error.issues.length > 0)
      return context.showIssues(
        toFieldIssues(error.issues, context.fields, context.place, context.labels, getRowLabel, body),
      )
    if (!(error instanceof ApiError && error.wasNotified))
      void notify(`${t('resource.notSaved')}: ${error instanceof Error ? error.message : String(error)}`, 'fail')
  }
  return {
    busy,
    conflict,
    // Fields that were neither in the command nor edited stay absent: a correction of two fields must not clear a third
    // one.
    save: (values) =>
      send(
        unsent
          ? { ...unsent.body, ...getChangedValues(context.fields, context.initialValues, values) }
          : buildBody(values),
      ),
    saveResolved: (merged, version) =>
      send({ ...unsent?.body, ...merged, id: String(row?.id ?? unsent?.entityId ?? ''), version }),
    dismissConflict: () => setConflict(null),
  }
}
const refersToPhoto = (body: FormValues, id: string): boolean => JSON.stringify(body).includes(id)
