import { Banner } from '../ui/Notice'
import '../antd'
import Form from 'antd-mobile/es/components/form'
import { use, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getEmptyValue, type Fields } from '@/contract/field'
import type { OutboxPhoto } from '../api/phone'
import { FormScopeContext, type FormScope } from '../fields/form-scope'
import { FieldInput } from '../fields/registry'
import { useLabels } from '../i18n/labels'
import { getResourceName } from '@/client/api/query-client'
import { useCanSee } from '../session/use-session'
import { useReportDirty } from '../shell/dirty-forms'
import { Button } from '../ui/Button'
import { PageFrame } from '../ui/PageFrame'
import type { CommandFormProps } from './CommandForm'
import { ConflictScreen } from './ConflictScreen'
import { FormIssueList } from './FormField'
import { toFieldIssues, toFormErrors, getRefusalIssues, type FieldIssue } from './form-issues'
import { RowGoneBanner, RowGoneContext } from './RowGoneBanner'
import { UnsentCommandSection } from './UnsentCommandSection'
import type { FormDraft, StoredDraft } from './use-draft'
import { useSubmit } from './use-submit'
import { getInitialContent, getDraftValues, getEditableFields, buildStartValues, type FormValues } from './form-values'
import { NO_CREATED_ROW, useCreatedRowValues } from './return-with-row'

type CommandFieldsProps = CommandFormProps<FormValues, unknown> & {
  draftKey: string
  draft: FormDraft
  storedDraft: StoredDraft | null
  onRestart: () => void
}

/** Inputs of a command in antd-mobile's Form, with the error summary above and the one primary action below. */
export function CommandFields(props: CommandFieldsProps) {
  const { endpoint, title, startValues, fieldNames, unsent, refs = {}, storedDraft, draft } = props
  // Keeps the first row: live changes refresh `props.row`, but saving must name the version that the person edited.
  const [row] = useState(() => storedDraft?.row ?? props.row)
  const { t } = useTranslation('client')
  const labels = useLabels(endpoint.area)
  const formId = useId()
  const place = useMemo(() => ({ area: endpoint.area, owner: getResourceName(endpoint) }), [endpoint])
  const canSee = useCanSee()
  const rowIsGone = use(RowGoneContext) && row !== undefined
  const fields = useMemo(() => getEditableFields(endpoint.input, fieldNames, canSee), [endpoint, fieldNames, canSee])
  const initialValues = useMemo(
    () => buildStartValues(fields, getInitialContent(endpoint, { unsent, row, startValues })),
    [endpoint, fields, unsent, row, startValues],
  )
  const [form] = Form.useForm()
  const draftValues = storedDraft ? { ...initialValues, ...storedDraft.values } : initialValues
  const createdRowValues = useCreatedRowValues(fields, draftValues)
  const openingValues = { ...draftValues, ...createdRowValues }
  const [currentValues, setCurrentValues] = useState<Readonly<FormValues>>(openingValues)
  const units = props.getUnits?.(currentValues) ?? {}
  const omittedNames = props.getOmittedFields?.(currentValues) ?? []
  const visibleFields = Object.entries(fields).filter(([name]) => !omittedNames.includes(name))
  const [isDirty, setIsDirty] = useState(storedDraft !== null || createdRowValues !== NO_CREATED_ROW)
  const [errors, setErrors] = useState<FieldIssue[]>(() =>
    getRefusalIssues(unsent, (refusalIssues) =>
      toFieldIssues(refusalIssues, fields, place, labels, (number) => t('fields.row', { number }), openingValues),
    ),
  )
  const photos = usePhotoBasket(
    storedDraft?.photos ?? [],
    useCallback(
      (photosById: PhotoBasket) =>
        draft.store(getDraftValues(fields, form.getFieldsValue() as FormValues), [...photosById.values()], row),
      [draft, fields, form, row],
    ),
  )
  useReportDirty(isDirty)
  const showIssues = (issues: FieldIssue[]) => {
    setErrors(issues)
    form.setFields(toFormErrors(issues, Object.keys(fields)))
  }
  const clearErrors = (names: readonly string[]) => {
    // an edited field no longer shows its error
    setErrors((currentErrors) => currentErrors.filter((error) => !names.includes(error.name)))
    form.setFields(names.map((name) => ({ name, errors: [] })))
  }
  const submit = useSubmit(props, {
    row,
    fields,
    initialValues,
    place,
    labels,
    photos: photos.byId,
    showIssues,
    onSaved: () => {
      setIsDirty(false)
      draft.discard()
    },
  })
  const scope: FormScope = {
    usesOutbox: endpoint.offline !== undefined,
    photos: photos.byId,
    addPhoto: photos.add,
    removePhoto: photos.remove,
    refs,
  }
  const getInputId = (name: string) => `${formId}_${name}` // same format as antd-mobile's label
  const saveDraft = (values: FormValues) => {
    if (props.getUnits || props.renderAround || props.getOmittedFields) setCurrentValues(values)
    draft.store(getDraftValues(fields, values), [...photos.byId.values()], row)
  }
  const applyFill = async (change: FormValues, values: FormValues) => {
    const filledValues = await props.fillIn?.(change, values)
    // The person may have changed the input in the meantime.
    const latestValues = form.getFieldsValue() as FormValues
    const isUnchanged = Object.keys(change).every(
      (name) => JSON.stringify(latestValues[name]) === JSON.stringify(change[name]),
    )
    if (!filledValues || !isUnchanged) return
    form.setFieldsValue(filledValues)
    clearErrors(Object.keys(filledValues))
    saveDraft(form.getFieldsValue() as FormValues)
  }
  // The refs keep the callbacks of the first render: each effect below runs them once, when the form opens.
  const showRefusalRef = useRef(() => {
    if (errors.length > 0) form.setFields(toFormErrors(errors, Object.keys(fields)))
  })
  useEffect(() => showRefusalRef.current(), [])
  const fillOnOpenRef = useRef(() => applyFill(openingValues, openingValues))
  const storeCreatedRowRef = useRef(() => {
    saveDraft(openingValues)
    if (storedDraft !== null || row) void applyFill(createdRowValues, openingValues)
  })
  useEffect(() => {
    if (createdRowValues !== NO_CREATED_ROW) storeCreatedRowRef.current()
  }, [createdRowValues])
  useEffect(() => {
    if (storedDraft === null && !row && !unsent) void fillOnOpenRef.current()
  }, [storedDraft, row, unsent])
  if (submit.conflict) {
    return (
      <ConflictScreen
        title={title}
        conflict={submit.conflict}
        fields={fields}
        place={place}
        refs={refs}
        busy={submit.busy}
        onSave={(merged, version) => void submit.saveResolved(merged, version)}
        onBack={submit.dismissConflict}
      />
    )
  }
  const discardAndLeave = () => {
    setIsDirty(false)
    draft.discard()
    props.onBack()
  }
  const saveAsNewButton = props.onSaveAsNew && (
    <Button
      look="primary"
      onClick={() => {
        draft.discard()
        props.onSaveAsNew?.(form.getFieldsValue() as FormValues)
      }}
    >
      {t('resource.rowGoneSave')}
    </Button>
  )
  const inputs = (
    <Form
      form={form}
      name={formId}
      layout="vertical"
      className="command-form"
      initialValues={openingValues}
      onFinish={(values: FormValues) => void submit.save({ ...values, ...buildEmptyValues(fields, omittedNames) })}
      onValuesChange={(change: FormValues, values: FormValues) => {
        setIsDirty(true)
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
          className={isWideKind(field.kind) ? 'is-wide' : ''}
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
        {rowIsGone && <RowGoneBanner canSaveAsNew={props.onSaveAsNew !== undefined} onLeave={discardAndLeave} />}
        {storedDraft && (
          <Banner extra={<Button onClick={props.onRestart}>{t('resource.dropDraft')}</Button>}>
            {t('resource.draftFound')}
          </Banner>
        )}
        <FormIssueList form={{ issues: errors }} getTargetId={({ name }) => (name ? getInputId(name) : formId)} />
        {unsent && <UnsentCommandSection endpoint={endpoint} unsent={unsent} place={place} displayedFields={fields} />}
        {props.renderAround ? props.renderAround(inputs, currentValues) : inputs}
      </PageFrame>
    </FormScopeContext.Provider>
  )
}
const buildEmptyValues = (fields: Fields, names: readonly string[]): FormValues =>
  Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, getEmptyValue(fields[name])]] : [])))
const isWideKind = (kind: string): boolean =>
  ['note', 'list', 'references', 'series', 'custom', 'image', 'file'].includes(kind)

type PhotoBasket = ReadonlyMap<string, OutboxPhoto>
/**
 * Holds the photos taken in the form until the command is saved with them. Each change is reported, so that the draft
 * stores them at once.
 */
function usePhotoBasket(initialPhotos: readonly OutboxPhoto[], onChanged: (photosById: PhotoBasket) => void) {
  const [photosById, setPhotosById] = useState<PhotoBasket>(
    () => new Map(initialPhotos.map((photo) => [photo.id, photo])),
  )
  const initialMapRef = useRef(photosById)
  useEffect(() => {
    if (photosById !== initialMapRef.current) onChanged(photosById)
  }, [photosById, onChanged])
  return {
    byId: photosById,
    add: (photo: OutboxPhoto) => setPhotosById((current) => new Map(current).set(photo.id, photo)),
    remove: (id: string) => setPhotosById((current) => new Map([...current].filter(([key]) => key !== id))),
  }
}
