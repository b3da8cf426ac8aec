import '../forms.css'
import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { getPlantMoment } from '@/client/clock'
import { formatNumber } from '@/client/format/number'
import { formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { FormField } from '@/client/resource/FormField'
import { FormProvider } from '@/client/resource/FormProvider'
import { FormIssueList } from '@/client/resource/FormIssueList'
import { useRowText } from '@/client/i18n/use-row-text'
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
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { completePm } from '@/areas/maintenance/contract/pm-calls'
import { pmPlan } from '@/areas/maintenance/contract/pm-plan'
import { counterOf } from '@/areas/maintenance/rules/pm-plan'
import { figuresOf } from './said-figures'
import { completionProblems } from '@/areas/maintenance/rules/pm-work'
import { ChoiceGrid } from '@/client/ui/ChoiceGrid'
import { FieldChoices } from '../FieldChoices'
import { SwitchRow } from '../SwitchRow'
import { usePartsCheck } from '../repair/parts-short'
import { PartLines, type PartLine } from '../repair/PartLines'
import { Stepper } from '../repair/Stepper'

const RESULTS = ['ok', 'attention', 'notOk'] as const
interface ItemLine {
  item: string
  method: string | null
  standard: string | null
  /** Null until answered: a preset would be confirmed without looking. */
  result: (typeof RESULTS)[number] | null
}
export interface CompleteFormProps {
  row: ListRow | null
  refs: Readonly<Record<string, string>>
  unsent: UnsentCommand | undefined
  onBack: () => void
}

/**
 * Form 完成保养: a list of the plan's tasks, each answered with one tap. Parts and hours are prefilled as planned, to be
 * corrected and confirmed.
 */
export function CompleteForm(props: CompleteFormProps) {
  const key = `pmPlan.complete ${props.unsent?.id ?? props.row?.id ?? ''}`
  const draft = useDraft(key)
  return draft.found === undefined ? (
    <div className="pad">
      <SkeletonDetail />
    </div>
  ) : (
    <Fields {...props} draft={draft} draftKey={key} />
  )
}

/** Returns when somebody else completed the plan, if the server refused the command for that reason. */
const servedMeanwhile = (unsent: UnsentCommand | undefined): string | null =>
  (unsent?.lastError?.data as { doneAt?: string } | null | undefined)?.doneAt ?? null

/** Returns the element id an issue links to; each task has its own. */
const placeOf = ({ name, row }: FieldIssue) => `field-${name}${row === undefined ? '' : `-${row}`}`

function startOf(row: ListRow | null, userId: string): FormValues {
  const tasks = (row?.['tasks'] ?? []) as { title: string; method: string | null; standard: string | null }[]
  return {
    id: row?.id,
    recordId: createUuid7(),
    seenDoneAt: row?.['lastDoneAt'] ?? null,
    occurredAt: getPlantMoment(),
    // The person who did the work, not the responsible person.
    people: [userId],
    items: tasks.map((task): ItemLine => ({
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

function Fields({
  row,
  refs,
  unsent,
  onBack,
  draft,
  draftKey,
}: CompleteFormProps & { draft: FormDraft; draftKey: string }) {
  const { t } = useTranslation('maintenance')
  const titleOf = useRowText(pmPlan, 'title')
  const { userId } = useSession()
  const zone = usePlantZone()
  const [start] = useState(() => startOf(row, userId))
  // Planned parts and hours were not necessarily used, so they are booked only after confirmation.
  const [proposes] = useState(() => !unsent && (start['hours'] !== null || (start['parts'] as unknown[]).length > 0))
  const [asPlanned, setAsPlanned] = useState(false)
  const last = typeof row?.['lastDoneOn'] === 'string' ? row['lastDoneOn'] : null
  const plan = row as Row<typeof pmPlan> | null
  const counter = plan && counterOf(plan)
  const partsWrong = usePartsCheck()
  const check = async (values: Readonly<FormValues>) => [
    ...completionProblems(
      {
        occurredAt: typeof values['occurredAt'] === 'string' ? values['occurredAt'] : null,
        hours: typeof values['hours'] === 'number' ? values['hours'] : null,
        people: Array.isArray(values['people']) ? values['people'].length : 0,
        reading: typeof values['reading'] === 'number' ? values['reading'] : null,
      },
      counter,
      last,
      getPlantMoment(),
      getPlantZone(),
    ).map((problem) => ({
      name: problem.field,
      message: t(`refusals.pm.${problem.code}`, { ...problem, ...inFigures(problem), unit: plan?.meterUnit ?? '' }),
    })),
    ...(await partsWrong((values['parts'] ?? []) as PartLine[], null)),
    ...(proposes && !asPlanned ? [{ name: 'hours', message: t('pages.upkeepPlan.notConfirmed') }] : []),
  ]
  const metered = plan?.meterEvery != null
  const language = useLanguage()
  const shown = (value: number | null) => formatNumber(value, { language, decimals: 1, unit: plan?.meterUnit ?? '' })
  const inFigures = (problem: object) => figuresOf(problem, (value) => formatNumber(value, { language, decimals: 1 }))
  // Somebody else completed the plan first; only the person can tell if this was a second service.
  const served = servedMeanwhile(unsent)
  const [another, setAnother] = useState(false)
  const said = unsent && another ? { ...unsent, body: { ...unsent.body, seenDoneAt: served } } : unsent
  const [only] = useState(() => [
    'items',
    'result',
    ...(metered ? ['reading'] : []),
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
    only,
    start,
    draft,
    draftKey,
    refs,
    onBack,
    onDone: onBack,
    check,
    ...(said ? { unsent: said } : {}),
  })
  const items = (form.values['items'] ?? []) as ItemLine[]
  const hours = form.values['hours']
  const missed = (index: number) => form.issues.some(({ name, row }) => name === 'items' && row === index)
  const setResult = (index: number, result: ItemLine['result']) => {
    const next = items.map((line, at) => (at === index ? { ...line, result } : line))
    const worst = RESULTS.findLast((one) => next.some((line) => line.result === one)) ?? null
    form.set({ items: next, ...(next.every((line) => line.result !== null) ? { result: worst } : {}) })
  }
  return (
    <FormProvider form={form} title={t('actions.pmPlan_complete')}>
      <PageFrame
        title={t('actions.pmPlan_complete')}
        sub={[row && titleOf(row), refs[String(row?.['equipmentId'])]].filter(Boolean).join(' · ')}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={form.submit.busy} icon={<CheckIcon size={20} />} onClick={form.save}>
            {t('pages.upkeepPlan.save')}
          </Button>
        }
      >
        <FormIssueList form={form} getTargetId={placeOf} />
        <div className="report">
          <ol className="tasks" id="field-items">
            {items.map((line, index) => (
              <li
                key={`${index} ${line.item}`}
                id={`field-items-${index}`}
                className={`ui-card is-${line.result ?? (missed(index) ? 'bad' : 'open')}`}
              >
                <h2>{line.item}</h2>
                {(line.method || line.standard) && (
                  <p className="quiet">{[line.method, line.standard].filter(Boolean).join(' · ')}</p>
                )}
                <ChoiceGrid
                  inOneRow
                  label={line.item}
                  options={RESULTS.map((result) => ({
                    key: result,
                    word: t(`inputOptions.result.${result}`),
                    tone: result === 'notOk' ? ('bad' as const) : result === 'ok' ? ('ok' as const) : undefined,
                  }))}
                  value={line.result}
                  onChange={(result) => setResult(index, result)}
                />
                {missed(index) && line.result === null && (
                  <p className="form-wrong">{t('pages.upkeepPlan.answerItem')}</p>
                )}
              </li>
            ))}
          </ol>
          <FormField form={form} name="result">
            <FieldChoices form={form} name="result" />
          </FormField>
          {metered && (
            <FormField
              form={form}
              name="reading"
              label={`${t('inputs.reading')} (${plan.meterUnit ?? ''})`}
              hint={t('pages.upkeepPlan.counter', {
                last: shown(plan.lastReading),
                present: shown(plan.currentReading),
              })}
            />
          )}
          <FormField form={form} name="parts">
            <PartLines
              equipmentId={String(row?.['equipmentId'] ?? '')}
              lines={(form.values['parts'] ?? []) as PartLine[]}
              onChange={(parts) => form.set({ parts })}
            />
          </FormField>
          <FormField form={form} name="hours">
            <Stepper
              label={t('inputs.hours')}
              value={typeof hours === 'number' ? hours : 0}
              step={0.25}
              unit="h"
              onChange={(next) => form.set({ hours: next === 0 ? null : next })}
            />
          </FormField>
          {served && (
            <SwitchRow
              label={t('pages.upkeepPlan.servedAgain', { at: formatMoment(served, zone, true) })}
              checked={another}
              onChange={setAnother}
            />
          )}
          {proposes && <SwitchRow label={t('pages.upkeepPlan.confirm')} checked={asPlanned} onChange={setAsPlanned} />}
          <FormField form={form} name="people" />
          <FormField form={form} name="images" />
          <FormField form={form} name="note" />
          <FormField form={form} name="occurredAt" />
        </div>
      </PageFrame>
    </FormProvider>
  )
}
