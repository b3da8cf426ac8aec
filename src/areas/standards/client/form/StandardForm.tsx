import '../standards.css'
import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList, useRow } from '@/client/api/use-list'
import { FormScopeContext } from '@/client/fields/form-scope'
import { useLabels } from '@/client/i18n/labels'
import { ConflictScreen } from '@/client/resource/ConflictScreen'
import { FormField } from '@/client/resource/FormField'
import { MissingRow } from '@/client/resource/MissingRow'
import { useDraft, type Draft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import { fieldIssues } from '@/client/resource/issues'
import type { Values } from '@/client/resource/values'
import { Button } from '@/client/ui/Button'
import { FieldErrors } from '@/client/ui/FieldErrors'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { processStandard } from '../../contract/process-standard'
import { contentProblems, type Parameter, type Ratio } from '../../rules/process-standard'
import { variants, type Standard, type Variant } from '../variant'
import { ParameterLines } from './ParameterLines'

export interface StandardFormProps {
  variant: Variant
  id: string | null
  onBack: () => void
  onDone: (id: string) => void
}
type Kept = StandardFormProps & {
  row: Standard | null
  refs: Readonly<Record<string, string>>
  draft: Draft
  draftKey: string
  onRestart: () => void
}

/** The form of a draft. What is typed is kept on the phone until it is saved. */
export default function StandardForm(props: StandardFormProps) {
  const key = `form standard ${props.variant} ${props.id ?? 'new'}`
  const draft = useDraft(key)
  const [round, setRound] = useState(0)
  const { row, refs, isLoading, isFetching, error, again } = useRow(processStandard, props.id)
  if (draft.found === undefined)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  if (props.id && !row)
    return <MissingRow opened={{ busy: isLoading || isFetching, error, again }} onBack={props.onBack} />
  return (
    <Fields
      key={round}
      {...props}
      row={row as Standard | null}
      refs={refs}
      draft={round === 0 ? draft : { ...draft, found: null }}
      draftKey={key}
      onRestart={() => {
        draft.drop()
        setRound((now) => now + 1)
      }}
    />
  )
}

function Fields({ variant: page, row, refs, draft, draftKey, onRestart, onBack, onDone }: Kept) {
  const { t } = useTranslation(['standards', 'client'])
  // A notice may have opened one of the other kind here.
  const variant = row?.variant ?? page
  const { add, edit, fields } = variants[variant]
  const labels = useLabels('standards')
  const endpoint = row ? edit : add
  const title = row
    ? `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`
    : t('pages.standard.add')
  const place = { area: 'standards', owner: 'processStandard' }
  const wrongIn = (values: Readonly<Values>) =>
    fieldIssues(
      contentProblems({
        parameters: (values['parameters'] as Parameter[] | undefined) ?? [],
        ratios: (values['ratios'] as Ratio[] | undefined) ?? [],
      }).map(({ path, code, limit }) => ({ path, code, ...(limit === undefined ? {} : { params: { limit } }) })),
      endpoint.input,
      place,
      labels,
      (number) => t('client:fields.row', { number }),
    )
  // A later version keeps code and product: who names the code means what it makes.
  const only = row && row.revision > 1 ? fields.filter((name) => name !== 'code' && name !== 'productId') : fields
  const form = useForm({
    endpoint,
    title,
    only,
    refs,
    draft,
    draftKey,
    onBack,
    onDone: ({ id }) => onDone(id),
    check: wrongIn,
    ...(row ? { row: row } : { start: { parameters: [], ratios: [] } }),
  })
  const { submit } = form
  // Only to tell a new code that is taken before it is sent; the server has the last word.
  const taken = useTaken(row ? null : form.values['code'])
  if (submit.conflict)
    return (
      <ConflictScreen
        title={title}
        conflict={submit.conflict}
        fields={form.fields}
        place={form.place}
        refs={refs}
        busy={submit.busy}
        onSave={(merged, version) => void submit.resolve(merged, version)}
        onBack={submit.dismiss}
      />
    )
  return (
    <FormScopeContext.Provider value={form.scope}>
      <PageFrame
        title={title}
        sub={t('pages.standard.formHint')}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={submit.busy} onClick={form.save}>
            {t('pages.standard.saveDraft')}
          </Button>
        }
      >
        {draft.found && (
          <p className="banner">
            <span>{t('client:resource.draftFound')}</span>
            <Button onClick={onRestart}>{t('client:resource.dropDraft')}</Button>
          </p>
        )}
        <FieldErrors
          errors={form.issues.map((issue) => ({
            field: `field-${issue.name}`,
            label: issue.label,
            message: issue.message,
          }))}
        />
        <div className="standard-form">
          {only.map((name) =>
            name === 'parameters' ? (
              <FormField key={name} form={form} name={name}>
                <ParameterLines form={form} variant={variant} />
              </FormField>
            ) : (
              <FormField key={name} form={form} name={name} />
            ),
          )}
          {taken && <p className="ui-card is-warned">{t('pages.standard.taken', { code: taken })}</p>}
        </div>
      </PageFrame>
    </FormScopeContext.Provider>
  )
}
function useTaken(code: unknown): string | null {
  const typed = typeof code === 'string' ? code.trim() : ''
  const { rows } = useList(processStandard, { code: typed, size: 1 }, typed !== '')
  return typed !== '' && rows.some((row) => row.code === typed) ? typed : null
}
