import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { getPlantMoment } from '@/client/clock'
import { useNames } from '@/client/fields/options'
import { FormField, FormIssueList, FormProvider } from '@/client/resource/FormField'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { getMyLine } from '@/plant/client/line/my-line'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { createUuid7 } from '@/contract/id'
import { explainStop, lineStop } from '@/plant/contract/line-stop'
import { StopReasonField } from './StopReasonField'
import type { LineStopRecord } from './StopCard'
import { useStopCheck } from './use-stop-check'

export interface StopFormProps {
  /** The stop to explain; without it a new stop is entered. */
  row?: LineStopRecord | null
  /** A rejected command of this phone that is being corrected. */
  unsent?: UnsentCommand
  refs: Readonly<Record<string, string>>
  onBack: () => void
  onDone: (id: string | null) => void
}

/**
 * Form that explains a stop, or enters a stop that was not detected. The phone saves the entry and sends it when
 * online.
 */
export default function StopForm(props: StopFormProps) {
  const draftKey = `stop ${props.unsent?.id ?? props.row?.id ?? 'new'}`
  const draft = useDraft(draftKey)
  return draft.storedDraft === undefined ? (
    <div className="pad">
      <SkeletonDetail />
    </div>
  ) : (
    <StopFormFields {...props} draft={draft} draftKey={draftKey} />
  )
}

function StopFormFields({
  row,
  unsent,
  refs,
  onBack,
  onDone,
  draft,
  draftKey,
}: StopFormProps & { draft: FormDraft; draftKey: string }) {
  const { t } = useTranslation(['reports', 'plant', 'client', 'contract'])
  const lineNames = useNames('line', row ? [row.lineId] : [], refs)
  const orderNames = useNames('workOrder', row?.workOrderId ? [row.workOrderId] : [], refs)
  const isExplaining = Boolean(row)
  const endpoint = isExplaining ? explainStop : lineStop.endpoints.create
  const title = t(isExplaining ? 'pages.stops.explain' : 'pages.stops.enter')
  // The repair determines the times of its stop, so they are corrected in the repair.
  const timeFields = row?.source === 'repair' ? [] : ['startedAt', 'endedAt']
  const fieldNames = [...(isExplaining ? [] : ['lineId']), 'reasonId', ...timeFields, 'note']
  const [initialValues] = useState<FormValues>(() => ({
    id: createUuid7(),
    lineId: getMyLine(),
    startedAt: getPlantMoment(),
    endedAt: null,
    reasonId: null,
    note: null,
  }))
  const check = useStopCheck(row ?? null)
  const form = useForm({
    endpoint,
    title,
    fieldNames,
    refs,
    draft,
    check,
    draftKey,
    onBack,
    ...(row ? { row } : { startValues: initialValues }),
    ...(unsent ? { unsent } : {}),
    onDone: (savedRow) => onDone(row?.id ?? (savedRow.id || null)),
  })
  return (
    <FormProvider form={form} title={title}>
      <PageFrame
        title={title}
        subtitle={
          row && [lineNames[row.lineId], row.workOrderId && orderNames[row.workOrderId]].filter(Boolean).join(' · ')
        }
        onBack={onBack}
        primary={
          <Button look="primary" disabled={form.submit.busy} onClick={form.save}>
            {t('client:resource.save')}
          </Button>
        }
      >
        <FormIssueList form={form} />
        <div className="stop-form stack gap-4">
          {fieldNames.map((name) =>
            name === 'reasonId' ? (
              <FormField key={name} form={form} name={name}>
                <StopReasonField
                  label={t('plant:lineStop.fields.reasonId')}
                  value={(form.values['reasonId'] as string | null) ?? null}
                  onChange={(reasonId) => form.setValues({ reasonId })}
                />
              </FormField>
            ) : (
              <FormField key={name} form={form} name={name} />
            ),
          )}
          {timeFields.length === 0 && <p className="quiet">{t('plant:refusals.stop.timesOfRepair')}</p>}
        </div>
      </PageFrame>
    </FormProvider>
  )
}
