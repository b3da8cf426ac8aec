import { Banner } from '@/client/ui/Notice'
import './sheet-form.css'
import '@/client/fields/fields.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { UnsentCommand } from '@/client/api/phone'
import type { FormError } from '@/client/resource/CommandForm'
import { FormField, FormIssueList, FormProvider } from '@/client/resource/FormField'
import { useDraft, type BaseRow, type FormDraft } from '@/client/resource/use-draft'
import { useForm, type CommandFormState } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { PageSkeleton } from '@/client/ui/Skeleton'
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
  /** Display names of referenced rows, by id. */
  refs?: Readonly<Record<string, string>>
  /** Custom rendering of single fields. */
  renderFields?: Readonly<Record<string, (form: CommandFormState) => ReactNode>>
  check?: (values: Readonly<FormValues>) => readonly FormError[]
  /** Label of the save button. */
  saveLabel?: string
  onBack: () => void
  onDone: (id: string) => void
}

/** Form of a shift record on a phone. Stores a draft until the record is saved; photos are sent with the record. */
export function ShiftRecordForm(props: ShiftRecordFormProps) {
  const name = (props.endpoint as Endpoint).name
  const draftKey = `sheet ${name} ${props.unsent?.id ?? props.row?.id ?? 'new'}`
  const draft = useDraft(draftKey)
  const [restartCount, setRestartCount] = useState(0)
  if (draft.storedDraft === undefined) return <PageSkeleton />
  // A discarded draft is not offered again.
  const initialDraft = restartCount === 0 ? draft : { ...draft, storedDraft: null }
  return (
    <ShiftRecordFields
      key={restartCount}
      {...props}
      draft={initialDraft}
      draftKey={draftKey}
      onRestart={() => {
        draft.discard()
        setRestartCount((count) => count + 1)
      }}
    />
  )
}

function ShiftRecordFields({
  endpoint,
  title,
  fieldNames,
  row,
  unsent,
  initialValues,
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
  const [firstInitialValues] = useState(() => initialValues)
  const form = useForm({
    endpoint: endpoint as Endpoint<FormValues, unknown>,
    title,
    draft,
    draftKey,
    onBack,
    fieldNames: fieldNames.flatMap((name) => (name === 'businessDate' ? ['businessDate', 'shift', 'team'] : [name])),
    onDone: ({ id }) => onDone(id),
    ...(row ? { row } : {}),
    ...(unsent ? { unsent } : {}),
    ...(firstInitialValues ? { startValues: firstInitialValues } : {}),
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
        {draft.storedDraft && (
          <Banner extra={<Button onClick={onRestart}>{t('resource.dropDraft')}</Button>}>
            {t('resource.draftFound')}
          </Banner>
        )}
        <FormIssueList form={form} />
        <div className="sheet-form">{fieldNames.map(renderField)}</div>
      </PageFrame>
    </FormProvider>
  )
}
