import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { getResourceName } from '../api/query-keys'
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
import { NO_VALUES, useBroughtValues } from './return-with-row'

export interface FormProps extends CommandFormProps<FormValues, unknown> {
  draftKey: string
  draft: FormDraft
  /** Initial photos of the form, besides those of its draft. */
  photos?: readonly OutboxPhoto[]
}
/** The state of a command form, for screens with custom inputs. */
export interface CommandFormState {
  values: FormValues
  set: (change: FormValues) => void
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
  const { endpoint, draft, start, unsent, refs = {} } = props
  // Pinned, as in CommandFields: saving names the version that the person edited.
  const [row] = useState(() => draft.found?.row ?? props.row)
  const labels = useLabels(endpoint.area)
  const place = useMemo(() => ({ area: endpoint.area, owner: getResourceName(endpoint) }), [endpoint])
  const canSee = useCanSee()
  const fields = useMemo(() => getEditableFields(endpoint.input, props.only, canSee), [endpoint, props.only, canSee])
  const initialValues = useMemo(
    () => buildStartValues(fields, getInitialContent(endpoint, { unsent, row, start })),
    [endpoint, fields, unsent, row, start],
  )
  const broughtValues = useBroughtValues(fields, { ...initialValues, ...draft.found?.values })
  const [values, setValues] = useState<FormValues>(() => ({
    ...initialValues,
    ...draft.found?.values,
    ...broughtValues,
  }))
  const [photos, setPhotos] = useState<ReadonlyMap<string, OutboxPhoto>>(
    () => new Map([...(props.photos ?? []), ...(draft.found?.photos ?? [])].map((photo) => [photo.id, photo])),
  )
  const [dirty, setDirty] = useState(draft.found !== null || broughtValues !== NO_VALUES)
  const { t } = useTranslation('client')
  const [issues, setIssues] = useState<readonly FieldIssue[]>(() =>
    getRefusalIssues(unsent, (found) =>
      toFieldIssues(found, fields, place, labels, (number) => t('fields.row', { number }), {
        ...initialValues,
        ...draft.found?.values,
      }),
    ),
  )
  useReportDirty(dirty)
  // A value brought from another form is stored like one chosen here.
  const skipsDraft = useRef(broughtValues === NO_VALUES)
  useEffect(() => {
    if (skipsDraft.current) {
      skipsDraft.current = false
      return
    }
    draft.keep(getDraftValues(fields, values), [...photos.values()], row)
  }, [values, photos, draft, fields, row])
  const set = useCallback((change: FormValues) => {
    setDirty(true)
    setValues((now) => ({ ...now, ...change }))
    setIssues((now) => now.filter((issue) => !(issue.name in change))) // an edited field no longer shows its error
  }, [])
  const submit = useSubmit(props, {
    row,
    fields,
    before: initialValues,
    place,
    labels,
    photos,
    show: setIssues,
    done: () => {
      skipsDraft.current = true
      setDirty(false)
      draft.drop()
    },
  })
  const scope: FormScope = {
    offline: endpoint.offline !== undefined,
    photos,
    refs,
    addPhoto: (photo) => {
      setDirty(true)
      setPhotos((now) => new Map(now).set(photo.id, photo))
    },
    dropPhoto: (id) => setPhotos((now) => new Map([...now].filter(([key]) => key !== id))),
  }
  return { values, set, issues, place, labels, fields, scope, submit, save: () => void submit.run(values) }
}
