import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { resourceOf } from '../api/keys'
import type { Photo } from '../api/phone'
import type { FormScope } from '../fields/form-scope'
import { useLabels, type FieldPlace, type Labels } from '../i18n/labels'
import { useSees } from '../session/use-session'
import { useDirty } from '../shell/dirty'
import type { CommandFormProps } from './CommandForm'
import { fieldIssues, refusalIssues, type FieldIssue } from './issues'
import type { Draft } from './use-draft'
import { useSubmit, type Submit } from './use-submit'
import { begunWith, keepable, shownFields, startValues, type Values } from './values'
import { NOTHING, useBrought } from './way-back'

export interface FormProps extends CommandFormProps<Values, unknown> {
  draftKey: string
  draft: Draft
  /** Initial photos of the form, besides those of its draft. */
  photos?: readonly Photo[]
}
/** The state of a command form, for screens with custom inputs. */
export interface CommandFormState {
  values: Values
  set: (change: Values) => void
  issues: readonly FieldIssue[]
  place: FieldPlace
  labels: Labels
  fields: Endpoint['input']
  scope: FormScope
  submit: Submit
  /** Checks and saves the input. */
  save: () => void
}

/** Manages values, draft, photos, checks and saving like `CommandForm`, without rendering. */
export function useForm(props: FormProps): CommandFormState {
  const { endpoint, draft, start, unsent, refs = {} } = props
  // Pinned, as in CommandFields: saving names the version that the person edited.
  const [row] = useState(() => draft.found?.row ?? props.row)
  const labels = useLabels(endpoint.area)
  const place = useMemo(() => ({ area: endpoint.area, owner: resourceOf(endpoint) }), [endpoint])
  const seen = useSees()
  const fields = useMemo(() => shownFields(endpoint.input, props.only, seen), [endpoint, props.only, seen])
  const before = useMemo(
    () => startValues(fields, begunWith(endpoint, { unsent, row, start })),
    [endpoint, fields, unsent, row, start],
  )
  const brought = useBrought(fields, { ...before, ...draft.found?.values })
  const [values, setValues] = useState<Values>(() => ({ ...before, ...draft.found?.values, ...brought }))
  const [photos, setPhotos] = useState<ReadonlyMap<string, Photo>>(
    () => new Map([...(props.photos ?? []), ...(draft.found?.photos ?? [])].map((photo) => [photo.id, photo])),
  )
  const [dirty, setDirty] = useState(draft.found !== null || brought !== NOTHING)
  const { t } = useTranslation('client')
  const [issues, setIssues] = useState<readonly FieldIssue[]>(() =>
    refusalIssues(unsent, (found) =>
      fieldIssues(found, fields, place, labels, (number) => t('fields.row', { number }), {
        ...before,
        ...draft.found?.values,
      }),
    ),
  )
  useDirty(dirty)
  // A value brought from another form is stored like one chosen here.
  const first = useRef(brought === NOTHING)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    draft.keep(keepable(fields, values), [...photos.values()], row)
  }, [values, photos, draft, fields, row])
  const set = useCallback((change: Values) => {
    setDirty(true)
    setValues((now) => ({ ...now, ...change }))
    setIssues((now) => now.filter((issue) => !(issue.name in change))) // an edited field no longer shows its error
  }, [])
  const submit = useSubmit(props, {
    row,
    fields,
    before,
    place,
    labels,
    photos,
    show: setIssues,
    done: () => {
      first.current = true
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
