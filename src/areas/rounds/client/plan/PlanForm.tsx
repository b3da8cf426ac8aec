import '../rounds.css'
import '@/client/fields/fields.css'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPlantNow } from '@/client/clock'
import { formatDay } from '@/client/format/time'
import { useRowText } from '@/client/i18n/labels'
import { FormField, FormIssueList, FormProvider } from '@/client/resource/FormField'
import type { ListRow } from '@/client/resource/build-columns'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import { useForm, type CommandFormState } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { SaveIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PageSkeleton } from '@/client/ui/Skeleton'
import { inspectionPlan } from '@/areas/rounds/contract/inspection-plan'
import { toInspectionPlan, findRouteProblems, type PlanFields } from '@/areas/rounds/rules/inspection-plan-fields'
import { findPlanProblems } from '@/areas/rounds/rules/inspection-plan'
import { ChoiceGridField } from '@/plant/client/forms/form-inputs'
import { WEEKDAYS } from './plan-views'
import type { RouteItem, RoutePoint } from './edit-route'
import { RouteEditor } from './RouteEditor'

export interface PlanFormProps {
  row: ListRow | null
  refs: Readonly<Record<string, string>>
  onBack: () => void
  onDone: (id: string) => void
}

/** Form of a plan: the schedule, then the route point by point. The rules check it before it is sent. */
export default function PlanForm(props: PlanFormProps) {
  const key = `form inspectionPlan ${props.row?.id ?? 'new'}`
  const draft = useDraft(key)
  return draft.storedDraft === undefined ? <PageSkeleton /> : <PlanFormView {...props} draft={draft} draftKey={key} />
}

/** Field at which a problem found by the rules is displayed. */
const FIELD_BY_PROBLEM: Readonly<Record<string, string>> = {
  frequency: 'every',
  times: 'times',
  weekdays: 'monday',
  window: 'minutesAfter',
  validity: 'validUntil',
}

function PlanFormView({
  row,
  refs,
  onBack,
  onDone,
  draft,
  draftKey,
}: PlanFormProps & { draft: FormDraft; draftKey: string }) {
  const { t } = useTranslation(['rounds', 'client'])
  const zone = usePlantZone()
  const [initialValues] = useState<FormValues>(() => ({
    frequency: 'everyShifts',
    every: 1,
    minutesAfterStart: 60,
    validFrom: formatDay(getPlantNow(), zone),
    ...Object.fromEntries(WEEKDAYS.map((day) => [day, true])),
    minutesBefore: 30,
    minutesAfter: 60,
  }))
  const getPlanName = useRowText(inspectionPlan, 'name')
  const { create, update } = inspectionPlan.endpoints
  const title = t(row ? 'client:resource.editNamed' : 'client:resource.addNamed', { name: t('inspectionPlan.name') })
  const form = useForm({
    endpoint: row ? update : create,
    title,
    draft,
    draftKey,
    refs,
    onBack,
    onDone: ({ id }) => onDone(id),
    ...(row ? { row } : { startValues: initialValues }),
    check: (values) => [
      ...findPlanProblems(toInspectionPlan('', { ...initialValues, ...values } as FormValues & PlanFields)).map(
        (problem) => ({
          name: FIELD_BY_PROBLEM[problem] ?? '',
          message: t(`refusals.plan.${problem}`),
        }),
      ),
      ...findRouteProblems((values['points'] ?? []) as RoutePoint[], (values['items'] ?? []) as RouteItem[]).map(
        ({ code, subject }) => ({
          name: 'points',
          message: t(`refusals.plan.${code}`, { key: subject, item: subject }),
        }),
      ),
    ],
  })
  const { submit, values } = form
  const route = useMemo(
    () => ({ points: (values['points'] ?? []) as RoutePoint[], items: (values['items'] ?? []) as RouteItem[] }),
    [values],
  )
  return (
    <FormProvider form={form} title={title}>
      <PageFrame
        title={title}
        subtitle={row ? getPlanName(row) : undefined}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={submit.busy} icon={<SaveIcon size={20} />} onClick={form.save}>
            {t('client:resource.save')}
          </Button>
        }
      >
        <FormIssueList form={form} />
        <div className="plan-form">
          <FormField form={form} name="name" />
          <FormField form={form} name="nameEn" />
          <FormField form={form} name="lineId" />
          <div className="is-wide">
            <FormField form={form} name="frequency">
              <ChoiceGridField form={form} name="frequency" />
            </FormField>
          </div>
          <FrequencyFields form={form} />
          <FormField form={form} name="minutesBefore" />
          <FormField form={form} name="minutesAfter" />
          <FormField form={form} name="validFrom" />
          <FormField form={form} name="validUntil" />
          <FormField form={form} name="roleIds" />
          <FormField form={form} name="userIds" />
          <FormField form={form} name="paused" />
          <div className="is-wide">
            <FormField form={form} name="points">
              <RouteEditor
                route={route}
                refs={refs}
                onChange={(next) => form.setValues({ points: next.points, items: next.items })}
              />
            </FormField>
          </div>
          <div className="is-wide">
            <FormField form={form} name="note" />
          </div>
        </div>
      </PageFrame>
    </FormProvider>
  )
}

/** The fields that the chosen frequency needs. */
function FrequencyFields({ form }: { form: CommandFormState }) {
  const frequency = form.values['frequency']
  return (
    <>
      {(frequency === 'everyShifts' || frequency === 'everyHours') && <FormField form={form} name="every" />}
      {frequency === 'everyShifts' && <FormField form={form} name="minutesAfterStart" />}
      {frequency === 'everyHours' && <FormField form={form} name="firstTime" />}
      {(frequency === 'daily' || frequency === 'weekly') && <FormField form={form} name="times" />}
      <WeekdayField form={form} />
    </>
  )
}
function WeekdayField({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('rounds')
  return (
    <FormField form={form} name="monday" label={t('pages.pollingPlan.weekdays')}>
      <div className="choices cluster">
        {WEEKDAYS.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={form.values[day] === true}
            onClick={() => form.setValues({ [day]: form.values[day] !== true })}
          >
            {t(`pages.pollingPlan.short.${day}`)}
          </button>
        ))}
      </div>
    </FormField>
  )
}
