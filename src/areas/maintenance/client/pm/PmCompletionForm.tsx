import '../forms.css'
import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { getPlantMoment } from '@/client/clock'
import { formatNumber } from '@/client/format/number'
import { formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { FormField, FormIssueList, FormProvider } from '@/client/resource/FormField'
import { useRowText } from '@/client/i18n/labels'
import type { ListRow } from '@/client/resource/build-columns'
import type { FieldIssue } from '@/client/resource/form-issues'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { useSession } from '@/client/session/use-session'
import { getPlantZone, usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { CheckIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { completePm } from '@/areas/maintenance/contract/pm-endpoints'
import { pmPlan } from '@/areas/maintenance/contract/pm-plan'
import { toPmCounter } from '@/areas/maintenance/rules/pm-plan'
import { formatProblemNumbers } from './pm-texts'
import { findCompletionProblems } from '@/areas/maintenance/rules/pm-completion'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { PageSkeleton } from '@/client/ui/Skeleton'
import { ChoiceGridField, SwitchRow } from '@/plant/client/forms/form-inputs'
import { usePartsCheck } from '../repair/use-parts-check'
import { UsedPartList, type UsedPart } from '../repair/UsedPartList'
import { Stepper } from '@/plant/client/forms/Stepper'

/** Results of a task, from good to bad. */
const TASK_RESULTS = ['ok', 'attention', 'notOk'] as const
const TASK_RESULT_TONES = { ok: 'ok', attention: undefined, notOk: 'bad' } as const
interface TaskAnswer {
  item: string
  method: string | null
  standard: string | null
  /** Null until answered. A preset answer would be confirmed without looking. */
  result: (typeof TASK_RESULTS)[number] | null
}
export interface PmCompletionFormProps {
  row: ListRow | null
  refs: Readonly<Record<string, string>>
  unsent: UnsentCommand | undefined
  onBack: () => void
}

/**
 * Form 完成保养: lists the plan's tasks, each answered with one tap. Parts and hours are prefilled from the plan; the
 * person corrects and confirms them.
 */
export function PmCompletionForm(props: PmCompletionFormProps) {
  const key = `pmPlan.complete ${props.unsent?.id ?? props.row?.id ?? ''}`
  const draft = useDraft(key)
  return draft.storedDraft === undefined ? (
    <PageSkeleton />
  ) : (
    <PmCompletionFormView {...props} draft={draft} draftKey={key} />
  )
}

/**
 * Returns the time at which somebody else completed the plan; null unless the server refused the command for that
 * reason.
 */
const getOtherCompletionTime = (unsent: UnsentCommand | undefined): string | null =>
  (unsent?.lastError?.data as { doneAt?: string } | null | undefined)?.doneAt ?? null

/** Returns the id of the element that an issue links to. Each task has its own element. */
const getIssueAnchor = ({ name, row }: FieldIssue) => `field-${name}${row === undefined ? '' : `-${row}`}`

function buildInitialValues(row: ListRow | null, userId: string): FormValues {
  const tasks = (row?.['tasks'] ?? []) as { title: string; method: string | null; standard: string | null }[]
  return {
    id: row?.id,
    recordId: createUuid7(),
    seenDoneAt: row?.['lastDoneAt'] ?? null,
    occurredAt: getPlantMoment(),
    // The person who fills in the form usually did the work, not the person responsible for the plan.
    people: [userId],
    items: tasks.map((task): TaskAnswer => ({
      item: task.title,
      method: task.method,
      standard: task.standard,
      result: null,
    })),
    parts: row?.['parts'] ?? [],
    hours: row?.['plannedHours'] ?? null,
    result: null,
  }
}

function PmCompletionFormView({
  row,
  refs,
  unsent,
  onBack,
  draft,
  draftKey,
}: PmCompletionFormProps & { draft: FormDraft; draftKey: string }) {
  const { t } = useTranslation('maintenance')
  const getTitle = useRowText(pmPlan, 'title')
  const { userId } = useSession()
  const zone = usePlantZone()
  const [initialValues] = useState(() => buildInitialValues(row, userId))
  // Planned parts and hours were not necessarily used, so they are booked only after confirmation.
  const [hasProposal] = useState(
    () => !unsent && (initialValues['hours'] !== null || (initialValues['parts'] as unknown[]).length > 0),
  )
  const [isConfirmed, setIsConfirmed] = useState(false)
  const lastDoneOn = typeof row?.['lastDoneOn'] === 'string' ? row['lastDoneOn'] : null
  const plan = row as Row<typeof pmPlan> | null
  const counter = plan && toPmCounter(plan)
  const findPartErrors = usePartsCheck()
  const check = async (values: Readonly<FormValues>) => [
    ...findCompletionProblems(
      {
        occurredAt: typeof values['occurredAt'] === 'string' ? values['occurredAt'] : null,
        hours: typeof values['hours'] === 'number' ? values['hours'] : null,
        people: Array.isArray(values['people']) ? values['people'].length : 0,
        reading: typeof values['reading'] === 'number' ? values['reading'] : null,
      },
      counter,
      lastDoneOn,
      getPlantMoment(),
      getPlantZone(),
    ).map((problem) => ({
      name: problem.field,
      message: t(`refusals.pm.${problem.code}`, { ...problem, ...formatNumbers(problem), unit: plan?.meterUnit ?? '' }),
    })),
    ...(await findPartErrors((values['parts'] ?? []) as UsedPart[], null)),
    ...(hasProposal && !isConfirmed ? [{ name: 'hours', message: t('pages.upkeepPlan.notConfirmed') }] : []),
  ]
  const hasCounterRule = plan?.meterEvery != null
  const language = useLanguage()
  const formatReading = (value: number | null) =>
    formatNumber(value, { language, decimals: 1, unit: plan?.meterUnit ?? '' })
  const formatNumbers = (problem: object) =>
    formatProblemNumbers(problem, (value) => formatNumber(value, { language, decimals: 1 }))
  // Somebody else completed the plan first. Only the person at this form knows if there was a second service.
  const otherCompletionAt = getOtherCompletionTime(unsent)
  const [isAnotherService, setIsAnotherService] = useState(false)
  const repeatedCommand =
    unsent && isAnotherService ? { ...unsent, body: { ...unsent.body, seenDoneAt: otherCompletionAt } } : unsent
  const [fieldNames] = useState(() => [
    'items',
    'result',
    ...(hasCounterRule ? ['reading'] : []),
    'parts',
    'hours',
    'people',
    'images',
    'note',
    'occurredAt',
  ])
  const form = useForm({
    endpoint: completePm,
    title: '',
    fieldNames,
    startValues: initialValues,
    draft,
    draftKey,
    refs,
    onBack,
    onDone: onBack,
    check,
    ...(repeatedCommand ? { unsent: repeatedCommand } : {}),
  })
  const items = (form.values['items'] ?? []) as TaskAnswer[]
  const hours = form.values['hours']
  const isMissing = (index: number) => form.issues.some(({ name, row }) => name === 'items' && row === index)
  const setResult = (index: number, result: TaskAnswer['result']) => {
    const taskAnswers = items.map((task, otherIndex) => (otherIndex === index ? { ...task, result } : task))
    const worstResult = TASK_RESULTS.findLast((option) => taskAnswers.some((task) => task.result === option)) ?? null
    form.setValues({
      items: taskAnswers,
      ...(taskAnswers.every((task) => task.result !== null) ? { result: worstResult } : {}),
    })
  }
  return (
    <FormProvider form={form} title={t('actions.pmPlan_complete')}>
      <PageFrame
        title={t('actions.pmPlan_complete')}
        subtitle={[row && getTitle(row), refs[String(row?.['equipmentId'])]].filter(Boolean).join(' · ')}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={form.submit.busy} icon={<CheckIcon size={20} />} onClick={form.save}>
            {t('pages.upkeepPlan.save')}
          </Button>
        }
      >
        <FormIssueList form={form} getTargetId={getIssueAnchor} />
        <div className="report stack gap-4">
          <ol className="tasks stack gap-3" id="field-items">
            {items.map((task, index) => (
              <li
                key={`${index} ${task.item}`}
                id={`field-items-${index}`}
                className={`ui-card is-${task.result ?? (isMissing(index) ? 'bad' : 'open')}`}
              >
                <h2>{task.item}</h2>
                {(task.method || task.standard) && (
                  <p className="quiet">{[task.method, task.standard].filter(Boolean).join(' · ')}</p>
                )}
                <ChoiceGrid
                  inOneRow
                  label={task.item}
                  options={TASK_RESULTS.map((result) => ({
                    key: result,
                    label: t(`inputOptions.result.${result}`),
                    tone: TASK_RESULT_TONES[result],
                  }))}
                  value={task.result}
                  onChange={(result) => setResult(index, result)}
                />
                {isMissing(index) && task.result === null && (
                  <p className="form-wrong">{t('pages.upkeepPlan.answerItem')}</p>
                )}
              </li>
            ))}
          </ol>
          <FormField form={form} name="result">
            <ChoiceGridField form={form} name="result" />
          </FormField>
          {hasCounterRule && (
            <FormField
              form={form}
              name="reading"
              label={`${t('inputs.reading')} (${plan.meterUnit ?? ''})`}
              hint={t('pages.upkeepPlan.counter', {
                last: formatReading(plan.lastReading),
                present: formatReading(plan.currentReading),
              })}
            />
          )}
          <FormField form={form} name="parts">
            <UsedPartList
              equipmentId={String(row?.['equipmentId'] ?? '')}
              usedParts={(form.values['parts'] ?? []) as UsedPart[]}
              onChange={(parts) => form.setValues({ parts })}
            />
          </FormField>
          <FormField form={form} name="hours">
            <Stepper
              label={t('inputs.hours')}
              value={typeof hours === 'number' ? hours : 0}
              step={0.25}
              unit="h"
              onChange={(enteredHours) => form.setValues({ hours: enteredHours === 0 ? null : enteredHours })}
            />
          </FormField>
          {otherCompletionAt && (
            <SwitchRow
              label={t('pages.upkeepPlan.servedAgain', {
                at: formatMoment(otherCompletionAt, zone, { showsSeconds: true }),
              })}
              checked={isAnotherService}
              onChange={setIsAnotherService}
            />
          )}
          {hasProposal && (
            <SwitchRow label={t('pages.upkeepPlan.confirm')} checked={isConfirmed} onChange={setIsConfirmed} />
          )}
          <FormField form={form} name="people" />
          <FormField form={form} name="images" />
          <FormField form={form} name="note" />
          <FormField form={form} name="occurredAt" />
        </div>
      </PageFrame>
    </FormProvider>
  )
}
