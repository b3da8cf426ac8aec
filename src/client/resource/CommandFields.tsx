import '../antd'
import Form from 'antd-mobile/es/components/form'
import { use, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyOf, type Fields } from '@/contract/field'
import type { Photo } from '../api/phone'
import { FormScopeContext, type FormScope } from '../fields/form-scope'
import { FieldInput } from '../fields/registry'
import { useLabels } from '../i18n/labels'
import { resourceOf } from '../api/keys'
import { useSees } from '../session/use-session'
import { useDirty } from '../shell/dirty'
import { Button } from '../ui/Button'
import { PageFrame } from '../ui/PageFrame'
import type { CommandFormProps } from './CommandForm'
import { ConflictScreen } from './ConflictScreen'
import { FormIssues } from './FormIssues'
import { fieldIssues, formErrors, refusalIssues, type FieldIssue } from './issues'
import { RowGone } from './row-gone'
import { RowGoneBanner } from './RowGoneBanner'
import { UnsentAbout } from './UnsentAbout'
import type { Draft, Kept } from './use-draft'
import { useSubmit } from './use-submit'
import { begunWith, keepable, shownFields, startValues, type Values } from './values'
import { NOTHING, useBrought } from './way-back'

type Props = CommandFormProps<Values, unknown> & {
  draftKey: string
  draft: Draft
  found: Kept | null
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
  const place = useMemo(() => ({ area: endpoint.area, owner: resourceOf(endpoint) }), [endpoint])
  const seen = useSees()
  const gone = use(RowGone) && row !== undefined
  const fields = useMemo(() => shownFields(endpoint.input, only, seen), [endpoint, only, seen])
  const before = useMemo(
    () => startValues(fields, begunWith(endpoint, { unsent, row, start })),
    [endpoint, fields, unsent, row, start],
  )
  const [form] = Form.useForm()
  const drafted = found ? { ...before, ...found.values } : before
  const brought = useBrought(fields, drafted)
  const first = { ...drafted, ...brought }
  const [typed, setTyped] = useState<Readonly<Values>>(first)
  const units = props.units?.(typed) ?? {}
  const omitted = props.omits?.(typed) ?? []
  const asked = Object.entries(fields).filter(([name]) => !omitted.includes(name))
  const [dirty, setDirty] = useState(found !== null || brought !== NOTHING)
  const [errors, setErrors] = useState<FieldIssue[]>(() =>
    refusalIssues(unsent, (found) =>
      fieldIssues(found, fields, place, labels, (number) => t('fields.row', { number }), first),
    ),
  )
  const photos = usePhotoBasket(
    found?.photos ?? [],
    useCallback(
      (map: Basket) => draft.keep(keepable(fields, form.getFieldsValue() as Values), [...map.values()], row),
      [draft, fields, form, row],
    ),
  )
  useDirty(dirty)
  const show = (issues: FieldIssue[]) => {
    setErrors(issues)
    form.setFields(formErrors(issues, Object.keys(fields)))
  }
  const mend = (names: readonly string[]) => {
    // an edited field no longer shows its error
    setErrors((now) => now.filter((error) => !names.includes(error.name)))
    form.setFields(names.map((name) => ({ name, errors: [] })))
  }
  const submit = useSubmit(props, {
    row,
    fields,
    before,
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
  const idOf = (name: string) => `${base}_${name}` // same format as antd-mobile's label
  const keep = (values: Values) => {
    if (props.units || props.around || props.omits) setTyped(values)
    draft.keep(keepable(fields, values), [...photos.map.values()], row)
  }
  const fillIn = async (change: Values, values: Values) => {
    const known = await props.fill?.(change, values)
    // The person may have changed the input in the meantime.
    const now = form.getFieldsValue() as Values
    const same = Object.keys(change).every((name) => JSON.stringify(now[name]) === JSON.stringify(change[name]))
    if (!known || !same) return
    form.setFieldsValue(known)
    mend(Object.keys(known))
    keep(form.getFieldsValue() as Values)
  }
  const refused = useRef(() => {
    if (errors.length > 0) form.setFields(formErrors(errors, Object.keys(fields)))
  })
  useEffect(() => refused.current(), [])
  const begin = useRef(() => fillIn(first, first))
  const comeBack = useRef(() => {
    keep(first)
    if (found !== null || row) void fillIn(brought, first)
  })
  useEffect(() => {
    if (brought !== NOTHING) comeBack.current()
  }, [brought])
  useEffect(() => {
    if (found === null && !row && !unsent) void begin.current()
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
  const saveAnew = props.onAnew && (
    <Button
      look="primary"
      onClick={() => {
        draft.drop()
        props.onAnew?.(form.getFieldsValue() as Values)
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
      initialValues={first}
      onFinish={(values: Values) => void submit.run({ ...values, ...emptied(fields, omitted) })}
      onValuesChange={(change: Values, values: Values) => {
        setDirty(true)
        mend(Object.keys(change))
        keep(values)
        void fillIn(change, values)
      }}
    >
      {asked.map(([name, field]) => (
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
            id={idOf(name)}
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
          gone ? (
            saveAnew
          ) : (
            <Button look="primary" disabled={submit.busy} onClick={() => form.submit()}>
              {t('resource.save')}
            </Button>
          )
        }
      >
        {gone && <RowGoneBanner mayAdd={props.onAnew !== undefined} onLeave={leave} />}
        {found && (
          <p className="banner">
            <span>{t('resource.draftFound')}</span>
            <Button onClick={props.onRestart}>{t('resource.dropDraft')}</Button>
          </p>
        )}
        <FormIssues form={{ issues: errors }} placeOf={({ name }) => (name ? idOf(name) : base)} />
        {unsent && <UnsentAbout endpoint={endpoint} unsent={unsent} place={place} shown={fields} />}
        {props.around ? props.around(inputs, typed) : inputs}
      </PageFrame>
    </FormScopeContext.Provider>
  )
}
const emptied = (fields: Fields, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, emptyOf(fields[name])]] : [])))
const isWide = (kind: string): boolean =>
  ['note', 'list', 'references', 'series', 'custom', 'image', 'file'].includes(kind)

type Basket = ReadonlyMap<string, Photo>
/**
 * Photos taken in the form until the command takes them over; each change is reported, so that the draft stores them at
 * once.
 */
function usePhotoBasket(first: readonly Photo[], changed: (map: Basket) => void) {
  const [map, setMap] = useState<Basket>(() => new Map(first.map((photo) => [photo.id, photo])))
  const started = useRef(map)
  useEffect(() => {
    if (map !== started.current) changed(map)
  }, [map, changed])
  return {
    map,
    add: (photo: Photo) => setMap((now) => new Map(now).set(photo.id, photo)),
    drop: (id: string) => setMap((now) => new Map([...now].filter(([key]) => key !== id))),
  }
}
