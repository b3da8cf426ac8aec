import '@/client/fields/fields.css'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getPlantMoment, getPlantNow } from '@/client/clock'
import { useNames } from '@/client/fields/options'
import { FormField } from '@/client/resource/FormField'
import { FormProvider } from '@/client/resource/FormProvider'
import { useDraft, type FormDraft } from '@/client/resource/use-draft'
import { useForm } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { FormIssueList } from '@/client/resource/FormIssueList'
import { CheckIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { finishRepair } from '@/areas/maintenance/contract/repair-commands'
import { workProblems } from '@/areas/maintenance/rules/repair-work'
import { HourLines, type HourLine } from './HourLines'
import { PartLines, type PartLine } from './PartLines'
import { usePartsCheck } from './parts-short'
import { PastTexts } from './PastTexts'
import { useSimilar } from './SimilarRepairs'
import { wrongTimes, type Repair } from './repair-time'

const ALWAYS = ['causes', 'actions', 'parts', 'hours', 'workImages', 'endedAt'] as const

/** Minimum booked time, h. */
const LEAST = 0.25

/** Form 完工: causes, actions, parts, people and hours. */
export function WorkForm(props: { row: Repair; refs: Readonly<Record<string, string>>; onBack: () => void }) {
  const key = `repair.finish ${props.row.id}`
  const draft = useDraft(key)
  return draft.found === undefined ? (
    <div className="pad">
      <SkeletonDetail />
    </div>
  ) : (
    <Fields {...props} draft={draft} draftKey={key} />
  )
}

function Fields({
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
  const partsWrong = usePartsCheck()
  const [start] = useState<FormValues>(() => startOf(row, userId))
  const only = useMemo(() => [...ALWAYS, ...(row.lineStopped ? ['runningAgainAt'] : [])], [row.lineStopped])
  const form = useForm({
    endpoint: finishRepair,
    title: '',
    only,
    start,
    draft,
    draftKey,
    refs,
    onBack,
    onDone: onBack,
    check: async (values) => [
      ...refusals(row, values).map(({ field, code, most = 0 }) => ({
        name: field,
        message: t(`pages.repair.problems.${code}`, { most }),
      })),
      ...wrongTimes(values, row, t),
      ...(await partsWrong((values['parts'] ?? []) as PartLine[], row.id)),
    ],
  })
  // Past repairs of this machine, for text suggestions.
  const past = (useSimilar(row).data ?? []).filter(({ likeness }) => likeness === 'machine')
  const hours = (form.values['hours'] ?? []) as HourLine[]
  const parts = (form.values['parts'] ?? []) as PartLine[]
  const people = useNames(
    'user',
    hours.map((line) => line.userId),
    refs,
  )
  // The minimum of a quarter of an hour may exceed the elapsed time, so it is no reason to warn.
  const warned = problemsOf(row, form.values).filter(
    (problem) => problem.warning && (hours.find((line) => line.userId === problem.of)?.hours ?? 0) > LEAST,
  )
  const machine = refs[row.equipmentId]
  return (
    <FormProvider form={form} title={t('actions.repair_finish')}>
      <PageFrame
        title={t('actions.repair_finish')}
        sub={[row.number, machine].filter(Boolean).join(' · ')}
        onBack={onBack}
        primary={
          <Button look="primary" disabled={form.submit.busy} icon={<CheckIcon size={20} />} onClick={form.save}>
            {t('pages.repair.saveWork')}
          </Button>
        }
      >
        <FormIssueList form={form} />
        <div className="report">
          {(['causes', 'actions'] as const).map((name) => (
            <div key={name} className="own-lines">
              <FormField form={form} name={name} />
              <PastTexts
                label={t(`repair.fields.${name}`)}
                texts={past.map((one) => one[name])}
                value={String(form.values[name] ?? '')}
                onTake={(text) => form.set({ [name]: text })}
              />
            </div>
          ))}
          <FormField form={form} name="parts">
            <PartLines lines={parts} equipmentId={row.equipmentId} onChange={(next) => form.set({ parts: next })} />
          </FormField>
          <FormField form={form} name="hours">
            <HourLines lines={hours} names={people} onChange={(next) => form.set({ hours: next })} />
          </FormField>
          {warned.map((problem) => (
            <p key={problem.of ?? problem.code} className="form-warn">
              {t('refusals.work.moreThanElapsed', { of: people[problem.of ?? ''] ?? '' })}
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

/** Keeps the values entered before a rejection. The first time, proposes oneself and the time since acceptance. */
function startOf(row: Repair, userId: string): FormValues {
  const now = getPlantNow()
  const waited = row.waits.reduce((sum, { since, until }) => sum + (until ? toMillis(until) - toMillis(since) : 0), 0)
  const elapsed = Math.max(0, now - toMillis(row.acceptedAt ?? row.reportedAt) - waited) / HOUR_MS
  const proposed = Math.max(LEAST, Math.min(8, Math.round(elapsed * 4) / 4))
  return {
    id: row.id,
    version: row.version,
    causes: row.causes,
    actions: row.actions,
    parts: row.parts,
    workImages: row.workImages,
    hours: row.hours.length > 0 ? row.hours : [{ userId, hours: proposed }],
    endedAt: new Date(now).toISOString(),
    runningAgainAt: row.runningAgainAt,
  }
}
function problemsOf(row: Repair, values: Readonly<FormValues>) {
  const endedAt = typeof values['endedAt'] === 'string' ? values['endedAt'] : getPlantMoment()
  const hours = ((values['hours'] ?? []) as HourLine[]).filter((line) => line.userId)
  return workProblems(
    {
      reportedAt: row.reportedAt,
      acceptedAt: row.acceptedAt ?? row.reportedAt,
      endedAt,
      hours,
      parts: (values['parts'] ?? []) as PartLine[],
    },
    getPlantMoment(),
  )
}
const refusals = (row: Repair, values: Readonly<FormValues>) =>
  problemsOf(row, values).filter((problem) => !problem.warning)
