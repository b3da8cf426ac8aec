import './sheet-form.css'
import '@/client/fields/fields.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { UnsentCommand } from '@/client/api/phone'
import type { FormError } from '@/client/resource/CommandForm'
import { FormField } from '@/client/resource/FormField'
import { FormProvider } from '@/client/resource/FormProvider'
import { useDraft, type BaseRow, type FormDraft } from '@/client/resource/use-draft'
import { useForm, type CommandFormState } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { FormIssueList } from '@/client/resource/FormIssueList'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { ShiftField } from './ShiftField'

export interface ShiftRecordFormProps {
  endpoint: unknown
  title: string
  /** Fields in display order. `businessDate` stands for the whole shift (date, shift and team). */
  fieldNames: readonly string[]
  /** The row to update. */
  row?: BaseRow | undefined
  unsent?: UnsentCommand | undefined
  initialValues?: Readonly<FormValues>
  refs?: Readonly<Record<string, string>>
  /** Custom rendering of single fields. */
  renderFields?: Readonly<Record<string, (form: CommandFormState) => ReactNode>>
  check?: (values: Readonly<FormValues>) => readonly FormError[]
  /** Label of the save button. */
  saveLabel?: string
  onBack: () => void
  onDone: (id: string) => void
}

/** Form of a shift record on a phone: the draft is stored until it is saved, and photos are sent with it. */
export function ShiftRecordForm(props: ShiftRecordFormProps) {
  const name = (props.endpoint as Endpoint).name
  const key = `sheet ${name} ${props.unsent?.id ?? props.row?.id ?? 'new'}`
  const draft = useDraft(key)
  const [restartCount, setRestartCount] = useState(0)
  if (draft.found === undefined)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  const found = restartCount === 0 ? draft : { ...draft, found: null }
  return (
    <ShiftRecordFields
      key={restartCount}
      {...props}
      draft={found}
      draftKey={key}
      onRestart={() => {
        draft.drop()
        setRestartCount((now) => now + 1)
      }}
    />
  )
}

function ShiftRecordFields({
  endpoint,
  title,
  fieldNames: only,
  row,
  unsent,
  initialValues: start,
  refs,
  renderFields = {},
  check,
  saveLabel,
  draft,
  draftKey,
  onRestart,
  onBack,
  onDone,
}: ShiftRecordFormProps & { draft: FormDraft; draftKey: string; onRestart: () => void }) {
  const { t } = useTranslation('client')
  // Uses only the initial values of the first render: later ones must not reset the form.
  const [firstInitialValues] = useState(() => start)
  const form = useForm({
    endpoint: endpoint as Endpoint<FormValues, unknown>,
    title,
    draft,
    draftKey,
    onBack,
    only: only.flatMap((name) => (name === 'businessDate' ? ['businessDate', 'shift', 'team'] : [name])),
    onDone: ({ id }) => onDone(id),
    ...(row ? { row } : {}),
    ...(unsent ? { unsent } : {}),
    ...(firstInitialValues ? { start: firstInitialValues } : {}),
    ...(refs ? { refs } : {}),
    ...(check ? { check } : {}),
  })
  const { submit } = form
  const renderField = (name: string): ReactNode =>
    name === 'businessDate' ? (
      <ShiftField key={name} form={form} />
    ) : (
      <FormField key={name} form={form} name={name}>
        {renderFields[name]?.(form)}
      </FormField>
    )
  return (
    <FormProvider form={form} title={title}>
      <PageFrame
        title={title}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={submit.busy} onClick={form.save}>
            {saveLabel ?? t('resource.save')}
          </Button>
        }
      >
        {draft.found && (
          <p className="banner">
            <span>{t('resource.draftFound')}</span>
            <Button onClick={onRestart}>{t('resource.dropDraft')}</Button>
          </p>
        )}
        <FormIssueList form={form} />
        <div className="sheet-form">{only.map(renderField)}</div>
      </PageFrame>
    </FormProvider>
  )
}
