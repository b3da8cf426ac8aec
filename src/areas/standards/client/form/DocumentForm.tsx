import { Banner } from '@/client/ui/Notice'
import '../standards.css'
import '@/client/fields/fields.css'
import { useMemo, useState } from 'react'
import type { Endpoint } from '@/contract/endpoint'
import { createBlankRow } from '@/contract/build-row'
import { useTranslation } from 'react-i18next'
import { useList, useRow } from '@/client/api/use-list'
import { useLabels } from '@/client/i18n/labels'
import { FormField, FormIssueList, FormProvider } from '@/client/resource/FormField'
import { RowBoundary } from '@/client/resource/QueryBoundary'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import { toFieldIssues } from '@/client/resource/form-issues'
import type { FormValues } from '@/client/resource/form-values'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { PageSkeleton } from '@/client/ui/Skeleton'
import { getDocumentKind, type VersionedDocument } from '../../contract/document'
import type { DocumentView, VersionRow } from '../document-view'

export interface DocumentFormProps {
  view: DocumentView
  id: string | null
  onBack: () => void
  onDone: (id: string) => void
}
type DocumentFieldsProps = DocumentFormProps & {
  row: VersionRow | null
  refs: Readonly<Record<string, string>>
  draft: FormDraft
  draftKey: string
  onRestart: () => void
}

/**
 * Form of a document that is not approved yet. Input is stored on the device until it is saved; the code calls this
 * stored input `draft`.
 */
export default function DocumentForm(props: DocumentFormProps) {
  const draftKey = `form ${props.view.kind.add.name} ${props.id ?? 'new'}`
  const draft = useDraft(draftKey)
  // Used as the key of the form: a change starts it again without the stored input.
  const [restartCount, setRestartCount] = useState(0)
  const rowQuery = useRow(props.view.definition.resource, props.id)
  if (draft.storedDraft === undefined) return <PageSkeleton />
  const renderForm = (row: VersionRow | null) => (
    <DocumentFields
      key={restartCount}
      {...props}
      row={row}
      refs={rowQuery.refs}
      draft={restartCount === 0 ? draft : { ...draft, storedDraft: null }}
      draftKey={draftKey}
      onRestart={() => {
        draft.discard()
        setRestartCount((count) => count + 1)
      }}
    />
  )
  if (!props.id) return renderForm(null)
  return (
    <RowBoundary query={rowQuery} onBack={props.onBack}>
      {(row) => renderForm(row as VersionRow)}
    </RowBoundary>
  )
}

function DocumentFields({ view, row, refs, draft, draftKey, onRestart, onBack, onDone }: DocumentFieldsProps) {
  const { t } = useTranslation(['standards', 'client'])
  const { definition } = view
  // An existing document has its own kind, which may differ from the page's: a notice can open any document here.
  const { add, edit } = row ? getDocumentKind(definition, row) : view.kind
  const labels = useLabels('standards')
  const endpoint = (row ? edit : add) as Endpoint<FormValues, { id: string }>
  // All versions of a document have one code, so later versions cannot change the fields that identify it.
  const isLaterVersion = row !== null && row.revision > 1
  const fieldNames = useMemo(
    () =>
      Object.keys(endpoint.input).filter(
        (name) => name !== 'id' && name !== 'version' && !(isLaterVersion && definition.immutableFields.includes(name)),
      ),
    [endpoint, definition, isLaterVersion],
  )
  const initialValues = useMemo(
    () =>
      Object.fromEntries(Object.entries(createBlankRow({ fields: endpoint.input })).filter(([name]) => name !== 'id')),
    [endpoint],
  )
  const title = row
    ? `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`
    : t(`pages.document.add.${definition.resource.name}`)
  const labelPlace = { area: 'standards', owner: definition.resource.name }
  const findIssues = (values: Readonly<FormValues>) =>
    toFieldIssues(
      view
        .findProblems(values)
        .map(({ path, code, limit }) => ({ path, code, ...(limit === undefined ? {} : { params: { limit } }) })),
      endpoint.input,
      labelPlace,
      labels,
      (number) => t('client:fields.row', { number }),
      values,
    )
  const form = useForm({
    endpoint,
    title,
    fieldNames,
    refs,
    draft,
    draftKey,
    onBack,
    onDone: ({ id }) => onDone(id),
    check: findIssues,
    ...(row ? { row } : { startValues: initialValues }),
  })
  const { submit } = form
  const warning = view.findWarning?.(form.values)
  // Early hint that the code is taken; the server decides.
  const takenCode = useTakenCode(definition.resource, row ? null : form.values['code'])
  return (
    <FormProvider form={form} title={title}>
      <PageFrame
        title={title}
        subtitle={t('pages.standard.formHint')}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={submit.busy} onClick={form.save}>
            {t('pages.standard.saveDraft')}
          </Button>
        }
      >
        {draft.storedDraft && (
          <Banner extra={<Button onClick={onRestart}>{t('client:resource.dropDraft')}</Button>}>
            {t('client:resource.draftFound')}
          </Banner>
        )}
        <FormIssueList form={form} />
        <div className="standard-form stack gap-4">
          {fieldNames.map((name) => (
            <FormField key={name} form={form} name={name}>
              {view.inputs?.[name]?.(form)}
            </FormField>
          ))}
          {warning && (
            <p className="ui-card is-warned" role="status">
              {t(`pages.document.warns.${warning.code}`, { ...warning.params })}
            </p>
          )}
          {view.Warnings && <view.Warnings values={form.values} />}
          {takenCode && <p className="ui-card is-warned">{t('pages.standard.taken', { code: takenCode })}</p>}
        </div>
      </PageFrame>
    </FormProvider>
  )
}
function useTakenCode(resource: VersionedDocument['resource'], code: unknown): string | null {
  const trimmedCode = typeof code === 'string' ? code.trim() : ''
  const { rows } = useList(resource, { code: trimmedCode, size: 1 }, { enabled: trimmedCode !== '' })
  return trimmedCode !== '' && rows.some((row) => row['code'] === trimmedCode) ? trimmedCode : null
}
