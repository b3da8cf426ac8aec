import '@/client/fields/fields.css'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPlantMoment, getPlantNow } from '@/client/clock'
import { useEndpoint } from '@/client/api/use-list'
import { PhraseButtons } from '@/client/fields/PhraseButtons'
import { useNames } from '@/client/fields/options'
import { FormField, FormIssueList, FormProvider } from '@/client/resource/FormField'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { CheckIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PageSkeleton } from '@/client/ui/Skeleton'
import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { finishRepair } from '@/areas/maintenance/contract/repair-commands'
import { repairPhrases } from '@/areas/maintenance/contract/repair-reports'
import { findRepairWorkProblems } from '@/areas/maintenance/rules/repair-work'
import { PersonHoursList, type PersonHours } from './PersonHoursList'
import { UsedPartList, type UsedPart } from './UsedPartList'
import { usePartsCheck } from './use-parts-check'
import { useSimilarRepairs } from './SimilarRepairsSection'
import { findTimeErrors, type Repair } from './repair-time'

const WORK_FIELDS = ['causes', 'actions', 'parts', 'hours', 'workImages', 'endedAt'] as const

/** Minimum and maximum of the proposed hours. People may enter other values. */
const MIN_PROPOSED_HOURS = 0.25
const MAX_PROPOSED_HOURS = 8

/** Form 完工: causes, actions, parts, people and hours. */
export function FinishRepairForm(props: { row: Repair; refs: Readonly<Record<string, string>>; onBack: () => void }) {
  const key = `repair.finish ${props.row.id}`
  const draft = useDraft(key)
  return draft.storedDraft === undefined ? (
    <PageSkeleton />
  ) : (
    <FinishRepairFormView {...props} draft={draft} draftKey={key} />
  )
}

function FinishRepairFormView({
  row,
  refs,
  onBack,
  draft,
  draftKey,
}: {
  row: Repair
  refs: Readonly<Record<string, string>>
  onBack: () => void
  draft: FormDraft
  draftKey: string
}) {
  const { t } = useTranslation(['maintenance', 'contract'])
  const { userId } = useSession()
  const findPartErrors = usePartsCheck()
  const [initialValues] = useState<FormValues>(() => buildInitialValues(row, userId))
  const fieldNames = useMemo(() => [...WORK_FIELDS, ...(row.lineStopped ? ['runningAgainAt'] : [])], [row.lineStopped])
  const form = useForm({
    endpoint: finishRepair,
    title: '',
    fieldNames,
    startValues: initialValues,
    draft,
    draftKey,
    refs,
    onBack,
    onDone: onBack,
    check: async (values) => [
      ...findBlockingProblems(row, values).map(({ field, code, maxHours = 0 }) => ({
        name: field,
        message: t(`pages.repair.problems.${code}`, { most: maxHours }),
      })),
      ...findTimeErrors(values, row, t),
      ...(await findPartErrors((values['parts'] ?? []) as UsedPart[], row.id)),
    ],
  })
  const getPhrases = usePhrases(row)
  const hoursOfPeople = (form.values['hours'] ?? []) as PersonHours[]
  const usedParts = (form.values['parts'] ?? []) as UsedPart[]
  const personNames = useNames(
    'user',
    hoursOfPeople.map((personHours) => personHours.userId),
    refs,
  )
  // The minimum of a quarter of an hour may exceed the elapsed time, so it causes no warning.
  const warnings = findWorkProblems(row, form.values).filter(
    (problem) =>
      problem.isWarning &&
      (hoursOfPeople.find((personHours) => personHours.userId === problem.subjectId)?.hours ?? 0) > MIN_PROPOSED_HOURS,
  )
  const machineName = refs[row.equipmentId]
  return (
    <FormProvider form={form} title={t('actions.repair_finish')}>
      <PageFrame
        title={t('actions.repair_finish')}
        subtitle={[row.number, machineName].filter(Boolean).join(' · ')}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={form.submit.busy} icon={<CheckIcon size={20} />} onClick={form.save}>
            {t('pages.repair.saveWork')}
          </Button>
        }
      >
        <FormIssueList form={form} />
        <div className="report stack gap-4">
          {(['causes', 'actions'] as const).map((name) => (
            <div key={name} className="stack">
              <FormField form={form} name={name} />
              <PhraseButtons
                label={t('pages.repair.frequent', { field: t(`repair.fields.${name}`) })}
                phrases={getPhrases(name)}
                text={String(form.values[name] ?? '')}
                disabled={form.submit.busy}
                onChange={(text) => form.setValues({ [name]: text })}
              />
            </div>
          ))}
          <FormField form={form} name="parts">
            <UsedPartList
              usedParts={usedParts}
              equipmentId={row.equipmentId}
              onChange={(next) => form.setValues({ parts: next })}
            />
          </FormField>
          <FormField form={form} name="hours">
            <PersonHoursList
              hoursOfPeople={hoursOfPeople}
              personNames={personNames}
              onChange={(next) => form.setValues({ hours: next })}
            />
          </FormField>
          {warnings.map((problem) => (
            <p key={problem.subjectId ?? problem.code} className="form-warn">
              {t('refusals.work.moreThanElapsed', { of: personNames[problem.subjectId ?? ''] ?? '' })}
            </p>
          ))}
          <FormField form={form} name="workImages" />
          <FormField form={form} name="endedAt" />
          {row.lineStopped && <FormField form={form} name="runningAgainAt" />}
        </div>
      </PageFrame>
    </FormProvider>
  )
}

/**
 * Builds the initial values of the form. Values entered before a rejection are kept. Otherwise the form proposes the
 * current person with the hours since the acceptance, without waits for parts, rounded to a quarter of an hour.
 */
function buildInitialValues(row: Repair, userId: string): FormValues {
  const nowMs = getPlantNow()
  const waitedMs = row.waits.reduce((sum, { since, until }) => sum + (until ? toMillis(until) - toMillis(since) : 0), 0)
  const elapsedHours = Math.max(0, nowMs - toMillis(row.acceptedAt ?? row.reportedAt) - waitedMs) / HOUR_MS
  const proposedHours = Math.max(MIN_PROPOSED_HOURS, Math.min(MAX_PROPOSED_HOURS, Math.round(elapsedHours * 4) / 4))
  return {
    id: row.id,
    version: row.version,
    causes: row.causes,
    actions: row.actions,
    parts: row.parts,
    workImages: row.workImages,
    hours: row.hours.length > 0 ? row.hours : [{ userId, hours: proposedHours }],
    endedAt: new Date(nowMs).toISOString(),
    runningAgainAt: row.runningAgainAt,
  }
}
function findWorkProblems(row: Repair, values: Readonly<FormValues>) {
  const endedAt = typeof values['endedAt'] === 'string' ? values['endedAt'] : getPlantMoment()
  const hours = ((values['hours'] ?? []) as PersonHours[]).filter((personHours) => personHours.userId)
  return findRepairWorkProblems(
    {
      reportedAt: row.reportedAt,
      acceptedAt: row.acceptedAt ?? row.reportedAt,
      endedAt,
      hours,
      parts: (values['parts'] ?? []) as UsedPart[],
    },
    getPlantMoment(),
  )
}
const findBlockingProblems = (row: Repair, values: Readonly<FormValues>) =>
  findWorkProblems(row, values).filter((problem) => !problem.isWarning)

const MAX_SUGGESTIONS = 6
/**
 * Returns a function that lists suggestions for a text field: the machine's most frequent phrases, then the texts of its
 * latest repairs with the same kind of fault.
 */
function usePhrases(row: Repair): (name: 'causes' | 'actions') => string[] {
  const frequentPhrases = useEndpoint(repairPhrases, { equipmentId: row.equipmentId }, { resources: ['repair'] }).data
  const pastRepairs = (useSimilarRepairs(row).data ?? []).filter(({ likeness }) => likeness === 'machine')
  return (name) => {
    const frequentTexts = (frequentPhrases?.[name] ?? []).map(({ text }) => text)
    const pastTexts = pastRepairs.flatMap((pastRepair) => pastRepair[name]?.trim() || [])
    return [...new Set([...frequentTexts, ...pastTexts])].slice(0, MAX_SUGGESTIONS)
  }
}
