import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { getResourceName } from '@/client/api/query-client'
import type { OutboxPhoto } from '../api/phone'
import type { FormScope } from '../fields/form-scope'
import { useLabels, type FieldPlace, type FieldLabels } from '../i18n/labels'
import { useCanSee } from '../session/use-session'
import { useReportDirty } from '../shell/dirty-forms'
import type { CommandFormProps } from './CommandForm'
import { toFieldIssues, getRefusalIssues, type FieldIssue } from './form-issues'
import type { FormDraft } from './use-draft'
import { useSubmit, type SubmitState } from './use-submit'
import { getInitialContent, getDraftValues, getEditableFields, buildStartValues, type FormValues } from './form-values'
import { NO_CREATED_ROW, useCreatedRowValues } from './return-with-row'

export interface FormProps extends CommandFormProps<FormValues, unknown> {
  draftKey: string
  draft: FormDraft
  /** Initial photos of the form, besides those of its draft. */
  photos?: readonly OutboxPhoto[]
}
/** The state of a command form, for screens with custom inputs. */
export interface CommandFormState {
  values: FormValues
  setValues: (change: FormValues) => void
  issues: readonly FieldIssue[]
  place: FieldPlace
  labels: FieldLabels
  fields: Endpoint['input']
  scope: FormScope
  submit: SubmitState
  /** Checks and saves the input. */
  save: () => void
}

/** Manages values, draft, photos, checks and saving like `CommandForm`, without rendering. */
export function useForm(props: FormProps): CommandFormState {
  const { endpoint, draft, startValues, unsent, refs = {} } = props
  // Keeps the first row, as CommandFields does: saving must name the version that the person edited.
  const [row] = useState(() => draft.storedDraft?.row ?? props.row)
  const labels = useLabels(endpoint.area)
  const place = useMemo(() => ({ area: endpoint.area, owner: getResourceName(endpoint) }), [endpoint])
  const canSee = useCanSee()
  const fields = useMemo(
    () => getEditableFields(endpoint.input, props.fieldNames, canSee),
    [endpoint, props.fieldNames, canSee],
  )
  const initialValues = useMemo(
    () => buildStartValues(fields, getInitialContent(endpoint, { unsent, row, startValues })),
    [endpoint, fields, unsent, row, startValues],
  )
  // The form was left to create a row that it refers to, in another form. These values name that row.
  const createdRowValues = useCreatedRowValues(fields, { ...initialValues, ...draft.storedDraft?.values })
  const [values, setValues] = useState<FormValues>(() => ({
    ...initialValues,
    ...draft.storedDraft?.values,
    ...createdRowValues,
  }))
  const [photos, setPhotos] = useState<ReadonlyMap<string, OutboxPhoto>>(
    () => new Map([...(props.photos ?? []), ...(draft.storedDraft?.photos ?? [])].map((photo) => [photo.id, photo])),
  )
  const [isDirty, setIsDirty] = useState(draft.storedDraft !== null || createdRowValues !== NO_CREATED_ROW)
  const { t } = useTranslation('client')
  const [issues, setIssues] = useState<readonly FieldIssue[]>(() =>
    getRefusalIssues(unsent, (refusalIssues) =>
      toFieldIssues(refusalIssues, fields, place, labels, (number) => t('fields.row', { number }), {
        ...initialValues,
        ...draft.storedDraft?.values,
      }),
    ),
  )
  useReportDirty(isDirty)
  // Opening the form writes no draft, unless it brings a row that was created in another form.
  const skipsNextDraftWrite = useRef(createdRowValues === NO_CREATED_ROW)
  useEffect(() => {
    if (skipsNextDraftWrite.current) {
      skipsNextDraftWrite.current = false
      return
    }
    draft.store(getDraftValues(fields, values), [...photos.values()], row)
  }, [values, photos, draft, fields, row])
  const changeValues = useCallback((change: FormValues) => {
    setIsDirty(true)
    setValues((current) => ({ ...current, ...change }))
    setIssues((current) => current.filter((issue) => !(issue.name in change))) // an edited field no longer shows its error
  }, [])
  const submit = useSubmit(props, {
    row,
    fields,
    initialValues,
    place,
    labels,
    photos,
    showIssues: setIssues,
    onSaved: () => {
      skipsNextDraftWrite.current = true
      setIsDirty(false)
      draft.discard()
    },
  })
  const scope: FormScope = {
    usesOutbox: endpoint.offline !== undefined,
    photos,
    refs,
    addPhoto: (photo) => {
      setIsDirty(true)
      setPhotos((current) => new Map(current).set(photo.id, photo))
    },
    removePhoto: (id) => setPhotos((current) => new Map([...current].filter(([key]) => key !== id))),
  }
  return {
    values,
    setValues: changeValues,
    issues,
    place,
    labels,
    fields,
    scope,
    submit,
    save: () => void submit.save(values),
  }
}
