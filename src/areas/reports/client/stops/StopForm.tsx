import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plantMoment, plantNow } from '@/client/clock'
import { FormScopeContext } from '@/client/fields/form-scope'
import { useNames } from '@/client/fields/options'
import type { Wrong } from '@/client/resource/CommandForm'
import { FormField } from '@/client/resource/FormField'
import { useDraft, type Draft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import type { Values } from '@/client/resource/values'
import { myLine } from '@/plant/client/line/my-line'
import { Button } from '@/client/ui/Button'
import { FieldErrors } from '@/client/ui/FieldErrors'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { uuid7 } from '@/contract/id'
import { explainStop, lineStop } from '@/plant/contract/line-stop'
import { stopProblem, type StopTimes } from '@/plant/rules/line-stop'
import { ReasonPicker } from './ReasonPicker'
import type { Stop } from './stop-time'

export interface StopFormProps {
  /** The stop that is explained; a new one is entered without it. */
  row?: Stop | null
  refs: Readonly<Record<string, string>>
  onBack: () => void
  onDone: (id: string | null) => void
}

/** Why a line stood, from when to when; or a stop that nothing else told of. Saved on the phone and sent when it can be. */
export default function StopForm(props: StopFormProps) {
  const draft = useDraft(`stop ${props.row?.id ?? 'new'}`)
  return draft.found === undefined ? (
    <div className="pad">
      <SkeletonDetail />
    </div>
  ) : (
    <Fields {...props} draft={draft} />
  )
}

function Fields({ row, refs, onBack, onDone, draft }: StopFormProps & { draft: Draft }) {
  const { t } = useTranslation(['reports', 'plant', 'client', 'contract'])
  const lines = useNames('line', row ? [row.lineId] : [], refs)
  const explaining = Boolean(row)
  const endpoint = explaining ? explainStop : lineStop.endpoints.create
  const title = t(explaining ? 'pages.stops.explain' : 'pages.stops.enter')
  // A repair says from when to when: there its times are mended.
  const times = row?.source === 'repair' ? [] : ['startedAt', 'endedAt']
  const only = [...(explaining ? [] : ['lineId']), 'reasonId', ...times, 'note']
  const [start] = useState<Values>(() => ({
    id: uuid7(),
    lineId: myLine(),
    startedAt: plantMoment(),
    endedAt: null,
    reasonId: null,
    note: null,
  }))
  const check = (values: Readonly<Values>): Wrong[] => {
    const { startedAt, endedAt } = values as Partial<StopTimes>
    // Who explains a stop says why: a form without a reason would be saved and change nothing.
    const unsaid: Wrong[] =
      explaining && !values['reasonId'] ? [{ name: 'reasonId', message: t('contract:errors.issue.missing') }] : []
    const problem = startedAt && stopProblem({ startedAt, endedAt: endedAt ?? null }, plantNow(), row)
    if (!problem) return unsaid
    const { field, code } = problem
    return [
      ...unsaid,
      {
        name: field,
        message: t(code === 'wrongOrder' ? 'plant:refusals.stop.wrongOrder' : `contract:errors.issue.${code}`),
      },
    ]
  }
  const form = useForm({
    endpoint,
    title,
    only,
    refs,
    draft,
    check,
    draftKey: `stop ${row?.id ?? 'new'}`,
    onBack,
    ...(row ? { row: row } : { start }),
    onDone: (saved) => onDone(row?.id ?? (saved.id || null)),
  })
  return (
    <FormScopeContext.Provider value={form.scope}>
      <PageFrame
        title={title}
        sub={row && lines[row.lineId]}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={form.submit.busy} onClick={form.save}>
            {t('client:resource.save')}
          </Button>
        }
      >
        <FieldErrors
          errors={form.issues.map((issue) => ({
            field: `field-${issue.name}`,
            label: issue.label,
            message: issue.message,
          }))}
        />
        <div className="stop-form">
          {only.map((name) =>
            name === 'reasonId' ? (
              <FormField key={name} form={form} name={name}>
                <ReasonPicker
                  label={t('plant:lineStop.fields.reasonId')}
                  value={(form.values['reasonId'] as string | null) ?? null}
                  onChange={(reasonId) => form.set({ reasonId })}
                />
              </FormField>
            ) : (
              <FormField key={name} form={form} name={name} />
            ),
          )}
          {times.length === 0 && <p className="quiet">{t('plant:refusals.stop.timesOfRepair')}</p>}
        </div>
      </PageFrame>
    </FormScopeContext.Provider>
  )
}
