import '../antd'
import Form from 'antd-mobile/es/components/form'
import { use, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getEmptyValue, type Fields } from '@/contract/field'
import type { OutboxPhoto } from '../api/phone'
import { FormScopeContext, type FormScope } from '../fields/form-scope'
import { FieldInput } from '../fields/registry'
import { useLabels } from '../i18n/labels'
import { getResourceName } from '../api/query-keys'
import { useCanSee } from '../session/use-session'
import { useReportDirty } from '../shell/dirty-forms'
import { Button } from '../ui/Button'
import { PageFrame } from '../ui/PageFrame'
import type { CommandFormProps } from './CommandForm'
import { ConflictScreen } from './ConflictScreen'
import { FormIssueList } from './FormIssueList'
import { toFieldIssues, toFormErrors, getRefusalIssues, type FieldIssue } from './form-issues'
import { RowGoneContext } from './row-gone-context'
import { RowGoneBanner } from './RowGoneBanner'
import { UnsentCommandSection } from './UnsentCommandSection'
import type { FormDraft, StoredDraft } from './use-draft'
import { useSubmit } from './use-submit'
import { getInitialContent, getDraftValues, getEditableFields, buildStartValues, type FormValues } from './form-values'
import { NO_VALUES, useBroughtValues } from './return-with-row'

type Props = CommandFormProps<FormValues, unknown> & {
  draftKey: string
  draft: FormDraft
  found: StoredDraft | null
  onRestart: () => void
}

/** Inputs of a command in antd-mobile's Form, with the error summary above and the one primary action below. */
export function CommandFields(props: Props) {
  const { endpoint, title, start, only, unsent, refs = {}, found, draft } = props
  // Pinned: live changes refresh the row behind the form, but saving must name the version that the person edited.
  const [row] = useState(() => found?.row ?? props.row)
  const { t } = useTranslation('client')
  const labels = useLabels(endpoint.area)
  const base = useId()
  const place = useMemo(() => ({ area: endpoint.area, owner: getResourceName(endpoint) }), [endpoint])
  const canSee = useCanSee()
  const rowIsGone = use(RowGoneContext) && row !== undefined
  const fields = useMemo(() => getEditableFields(endpoint.input, only, canSee), [endpoint, only, canSee])
  const initialValues = useMemo(
    () => buildStartValues(fields, getInitialContent(endpoint, { unsent, row, start })),
    [endpoint, fields, unsent, row, start],
  )
  const [form] = Form.useForm()
  const draftValues = found ? { ...initialValues, ...found.values } : initialValues
  const broughtValues = useBroughtValues(fields, draftValues)
  const firstValues = { ...draftValues, ...broughtValues }
  const [typed, setTyped] = useState<Readonly<FormValues>>(firstValues)
  const units = props.units?.(typed) ?? {}
  const omitted = props.omits?.(typed) ?? []
  const visibleFields = Object.entries(fields).filter(([name]) => !omitted.includes(name))
  const [dirty, setDirty] = useState(found !== null || broughtValues !== NO_VALUES)
  const [errors, setErrors] = useState<FieldIssue[]>(() =>
    getRefusalIssues(unsent, (found) =>
      toFieldIssues(found, fields, place, labels, (number) => t('fields.row', { number }), firstValues),
    ),
  )
  const photos = usePhotoBasket(
    found?.photos ?? [],
    useCallback(
      (map: PhotoBasket) =>
        draft.keep(getDraftValues(fields, form.getFieldsValue() as FormValues), [...map.values()], row),
      [draft, fields, form, row],
    ),
  )
  useReportDirty(dirty)
  const show = (issues: FieldIssue[]) => {
    setErrors(issues)
    form.setFields(toFormErrors(issues, Object.keys(fields)))
  }
  const clearErrors = (names: readonly string[]) => {
    // an edited field no longer shows its error
    setErrors((now) => now.filter((error) => !names.includes(error.name)))
    form.setFields(names.map((name) => ({ name, errors: [] })))
  }
  const submit = useSubmit(props, {
    row,
    fields,
    before: initialValues,
    place,
    labels,
    photos: photos.map,
    show,
    done: () => {
      setDirty(false)
      draft.drop()
    },
  })
  const scope: FormScope = {
    offline: endpoint.offline !== undefined,
    photos: photos.map,
    addPhoto: photos.add,
    dropPhoto: photos.drop,
    refs,
  }
  const getInputId = (name: string) => `${base}_${name}` // same format as antd-mobile's label
  const saveDraft = (values: FormValues) => {
    if (props.units || props.around || props.omits) setTyped(values)
    draft.keep(getDraftValues(fields, values), [...photos.map.values()], row)
  }
  const applyFill = async (change: FormValues, values: FormValues) => {
    const filledIn = await props.fill?.(change, values)
    // The person may have changed the input in the meantime.
    const now = form.getFieldsValue() as FormValues
    const isUnchanged = Object.keys(change).every((name) => JSON.stringify(now[name]) === JSON.stringify(change[name]))
    if (!filledIn || !isUnchanged) return
    form.setFieldsValue(filledIn)
    clearErrors(Object.keys(filledIn))
    saveDraft(form.getFieldsValue() as FormValues)
  }
  const showRefusalRef = useRef(() => {
    if (errors.length > 0) form.setFields(toFormErrors(errors, Object.keys(fields)))
  })
  useEffect(() => showRefusalRef.current(), [])
  const fillOnOpenRef = useRef(() => applyFill(firstValues, firstValues))
  const onReturnRef = useRef(() => {
    saveDraft(firstValues)
    if (found !== null || row) void applyFill(broughtValues, firstValues)
  })
  useEffect(() => {
    if (broughtValues !== NO_VALUES) onReturnRef.current()
  }, [broughtValues])
  useEffect(() => {
    if (found === null && !row && !unsent) void fillOnOpenRef.current()
  }, [found, row, unsent])
  if (submit.conflict) {
    return (
      <ConflictScreen
        title={title}
        conflict={submit.conflict}
        fields={fields}
        place={place}
        refs={refs}
        busy={submit.busy}
        onSave={(merged, version) => void submit.resolve(merged, version)}
        onBack={submit.dismiss}
      />
    )
  }
  const leave = () => {
    setDirty(false)
    draft.drop()
    props.onBack()
  }
  const saveAsNewButton = props.onAnew && (
    <Button
      look="primary"
      onClick={() => {
        draft.drop()
        props.onAnew?.(form.getFieldsValue() as FormValues)
      }}
    >
      {t('resource.rowGoneSave')}
    </Button>
  )
  const inputs = (
    <Form
      form={form}
      name={base}
      layout="vertical"
      className="command-form"
      initialValues={firstValues}
      onFinish={(values: FormValues) => void submit.run({ ...values, ...buildEmptyValues(fields, omitted) })}
      onValuesChange={(change: FormValues, values: FormValues) => {
        setDirty(true)
        clearErrors(Object.keys(change))
        saveDraft(values)
        void applyFill(change, values)
      }}
    >
      {visibleFields.map(([name, field]) => (
        <Form.Item
          key={name}
          name={name}
          label={labels.field(place, name)}
          required={field.required === true}
          help={labels.hint(place, name) ?? undefined}
          className={isWide(field.kind) ? 'is-wide' : ''}
        >
          <FieldInput
            field={field.kind === 'amount' && units[name] ? { ...field, unit: units[name] } : field}
            name={name}
            place={place}
            id={getInputId(name)}
            label={labels.field(place, name)}
            invalid={errors.some((error) => error.name === name)}
            disabled={submit.busy}
          />
        </Form.Item>
      ))}
    </Form>
  )
  return (
    <FormScopeContext.Provider value={scope}>
      <PageFrame
        title={title}
        onBack={props.onBack}
        primary={
          rowIsGone ? (
            saveAsNewButton
          ) : (
            <Button look="primary" disabled={submit.busy} onClick={() => form.submit()}>
              {t('resource.save')}
            </Button>
          )
        }
      >
        {rowIsGone && <RowGoneBanner mayAdd={props.onAnew !== undefined} onLeave={leave} />}
        {found && (
          <p className="banner">
            <span>{t('resource.draftFound')}</span>
            <Button onClick={props.onRestart}>{t('resource.dropDraft')}</Button>
          </p>
        )}
        <FormIssueList form={{ issues: errors }} getTargetId={({ name }) => (name ? getInputId(name) : base)} />
        {unsent && <UnsentCommandSection endpoint={endpoint} unsent={unsent} place={place} shown={fields} />}
        {props.around ? props.around(inputs, typed) : inputs}
      </PageFrame>
    </FormScopeContext.Provider>
  )
}
const buildEmptyValues = (fields: Fields, names: readonly string[]): FormValues =>
  Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, getEmptyValue(fields[name])]] : [])))
const isWide = (kind: string): boolean =>
  ['note', 'list', 'references', 'series', 'custom', 'image', 'file'].includes(kind)

type PhotoBasket = ReadonlyMap<string, OutboxPhoto>
/**
 * Photos taken in the form until the command takes them over; each change is reported, so that the draft stores them at
 * once.
 */
function usePhotoBasket(initialPhotos: readonly OutboxPhoto[], onChanged: (map: PhotoBasket) => void) {
  const [map, setMap] = useState<PhotoBasket>(() => new Map(initialPhotos.map((photo) => [photo.id, photo])))
  const initialMapRef = useRef(map)
  useEffect(() => {
    if (map !== initialMapRef.current) onChanged(map)
  }, [map, onChanged])
  return {
    map,
    add: (photo: OutboxPhoto) => setMap((now) => new Map(now).set(photo.id, photo)),
    drop: (id: string) => setMap((now) => new Map([...now].filter(([key]) => key !== id))),
  }
}
