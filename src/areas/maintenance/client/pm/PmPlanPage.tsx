import '../maintenance.css'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useRowText } from '@/client/i18n/use-row-text'
import type { ListRow } from '@/client/resource/build-columns'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { RowPanel } from '@/client/resource/RowPanel'
import type { FormValues } from '@/client/resource/form-values'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useHasPermission } from '@/client/session/use-session'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { Button } from '@/client/ui/Button'
import { CheckIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { completePm, recordPmReading, pmCount } from '@/areas/maintenance/contract/pm-calls'
import { pmPlan } from '@/areas/maintenance/contract/pm-plan'
import { presentlyOf } from '@/areas/maintenance/rules/pm-plan'
import { readingProblem, type ReadingProblem } from '@/areas/maintenance/rules/pm-work'
import type { Row } from '@/contract/resource'
import { figuresOf } from './said-figures'
import type { PartLine } from '../repair/PartLines'
import { PartsShown } from '../repair/PartsShown'
import { Tabs } from '@/client/ui/Tabs'
import { pmTones } from '../tones'
import { useDueWords } from './use-due-words'
import { useParams } from '@/client/use-params'

const COLUMNS = [
  'title',
  'state',
  'nextDueOn',
  'equipmentId',
  'calendarEvery',
  'meterEvery',
  'currentReading',
  'lastDoneOn',
  'responsible',
  'plannedHours',
  'paused',
] as const
/** Creates a cell for a counter value in the plan's own unit. */
const inUnit = (name: string) => (row: ListRow) => (
  <Quantity value={row[name] as number | null} unit={String(row['meterUnit'] ?? '')} decimals={1} />
)
const cells = {
  nextDueOn: (row: ListRow) => <Due row={row} />,
  state: (row: ListRow) => <PlanState row={row} />,
  meterEvery: inUnit('meterEvery'),
  currentReading: inUnit('currentReading'),
  lastReading: inUnit('lastReading'),
  calendarEvery: (row: ListRow) => <Every row={row} />,
}
const FACTS = [
  'state',
  'equipmentId',
  'nextDueOn',
  'calendarEvery',
  'meterEvery',
  'currentReading',
  'currentReadAt',
  'meterId',
  'lastDoneOn',
  'lastReading',
  'plannedHours',
  'responsible',
  'paused',
  'tasks',
  'parts',
  'note',
] as const
const VIEWS = ['all', 'overdue', 'due', 'dueSoon', 'paused'] as const
type View = (typeof VIEWS)[number]
/** Paused plans are never due and are excluded from the other views. */
const running = { paused: false }
const paused = { paused: true }
const keys = ['upkeepPlanEdit', 'equipmentRecordAdd'] as const
const READING = ['reading', 'occurredAt']
const CompleteForm = lazy(() => import('./CompleteForm').then((module) => ({ default: module.CompleteForm })))

/** Page 保养计划: maintenance due by calendar and by counters, completed with a form that lists the tasks. */
export default function PmPlanPage() {
  const [params, change] = useParams()
  const asked = useCorrectedCommand()
  const unsent = [completePm.name, recordPmReading.name].includes(asked?.op ?? '') ? asked : undefined
  const act = params.get('act')
  const { row, refs, isLoading } = useRow(pmPlan, act || unsent ? (params.get('id') ?? unsent?.entityId ?? null) : null)
  const back = () => change({ act: null, unsent: null })
  const view = params.get('view') === 'paused' ? 'paused' : (VIEWS.find((one) => one === params.get('state')) ?? 'all')
  const above = useMemo(
    () => (
      <States
        view={view}
        onChoose={(next) =>
          change({
            state: next === 'all' || next === 'paused' ? null : next,
            view: next === 'paused' ? next : null,
            id: null,
          })
        }
      />
    ),
    [view, change],
  )
  if (act || unsent) {
    if (!row && !unsent)
      return isLoading ? (
        <div className="pad">
          <SkeletonDetail />
        </div>
      ) : (
        <ResourcePage of={pmPlan} />
      )
    return <PmForm act={act} row={row} refs={refs} unsent={unsent} onBack={back} />
  }
  return (
    <ResourcePage
      of={pmPlan}
      columns={COLUMNS}
      cells={cells}
      fixed={view === 'paused' ? paused : running}
      parts={{ above, detail: (open) => <PmPanel open={open} onAct={(next) => change({ act: next })} /> }}
    />
  )
}

/** State of a plan. A paused plan is not due, whatever its due date. */
function PlanState({ row }: { row: ListRow }) {
  const { t } = useTranslation('maintenance')
  return row['paused'] === true ? (
    <StateBadge tone="idle">{t('pmPlan.fields.paused')}</StateBadge>
  ) : (
    <ResourceStateBadge of={pmPlan} state={row['state']} tones={pmTones} />
  )
}
function Due({ row }: { row: ListRow }) {
  const plan = row as Row<typeof pmPlan>
  return <span>{useDueWords()({ ...plan, dueOn: plan.nextDueOn })}</span>
}
function Every({ row }: { row: ListRow }) {
  const { t } = useTranslation('maintenance')
  const every = row['calendarEvery']
  return (
    <span>
      {typeof every === 'number'
        ? t(`pages.upkeepPlan.every.${String(row['calendarUnit'] ?? 'day')}`, { count: every })
        : '–'}
    </span>
  )
}
function States({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const { t } = useTranslation('maintenance')
  const { data } = useEndpoint(pmCount, {}, { resources: ['pmPlan', 'pmRecord'] })
  const counts: Partial<Record<View, number>> = data
    ? { all: data.total, overdue: data.overdue, due: data.due, dueSoon: data.dueSoon }
    : {}
  const words = { all: t('pages.upkeepPlan.all'), paused: t('pmPlan.fields.paused') }
  return (
    <Tabs
      label={t('pmPlan.fields.state')}
      chosen={view}
      onChoose={onChoose}
      tabs={VIEWS.map((key) => ({
        key,
        word: key === 'all' || key === 'paused' ? words[key] : t(`pmPlan.options.state.${key}`),
        count: counts[key],
      }))}
    />
  )
}
function PmPanel({ open, onAct }: { open: OpenRow; onAct: (act: string) => void }) {
  const { row, refs } = open
  const may = useHasPermission(keys)
  return (
    <RowPanel
      of={pmPlan}
      {...open}
      sub={refs[String(row['equipmentId'])]}
      fields={FACTS}
      cells={{ ...cells, parts: (plan) => <PartsShown lines={(plan['parts'] ?? []) as PartLine[]} refs={refs} /> }}
      actions={may && row['paused'] !== true ? () => <Actions row={row} onAct={onAct} /> : undefined}
      update={pmPlan.endpoints.update}
    />
  )
}
function Actions({ row, onAct }: { row: ListRow; onAct: (act: string) => void }) {
  const { t } = useTranslation('maintenance')
  // A plan with a meter takes its readings from the meter.
  const byHand = row['meterEvery'] !== null && row['meterId'] === null
  return (
    <>
      {byHand && (
        <Button className="beside" onClick={() => onAct('reading')}>
          {t('actions.pmPlan_reading')}
        </Button>
      )}
      <Button look="primary" icon={<CheckIcon size={20} />} onClick={() => onAct('complete')}>
        {t('actions.pmPlan_complete')}
      </Button>
    </>
  )
}

/** Form to complete a plan or to enter a counter reading. */
function PmForm({
  act,
  row,
  refs,
  unsent,
  onBack,
}: {
  act: string | null
  row: ListRow | null
  refs: Readonly<Record<string, string>>
  unsent: UnsentCommand | undefined
  onBack: () => void
}) {
  const { t } = useTranslation('maintenance')
  const [start] = useState<FormValues>(() => ({
    id: row?.id,
    occurredAt: getPlantMoment(),
    reading: row?.['currentReading'] ?? null,
  }))
  const titleOf = useRowText(pmPlan, 'title')
  const language = useLanguage()
  const reading = unsent ? unsent.op === recordPmReading.name : act === 'reading'
  if (!reading)
    return (
      <Suspense
        fallback={
          <div className="pad">
            <SkeletonDetail />
          </div>
        }
      >
        <CompleteForm row={row} refs={refs} unsent={unsent} onBack={onBack} />
      </Suspense>
    )
  const title = [
    t('actions.pmPlan_reading'),
    row && titleOf(row),
    row?.['meterUnit'] && `(${String(row['meterUnit'])})`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <LazyCommandForm
      endpoint={recordPmReading}
      title={title}
      start={start}
      only={READING}
      check={(values) =>
        misread(row as Row<typeof pmPlan> | null, values).map(({ code, ...problem }) => ({
          name: 'reading',
          message: t(`refusals.pm.${code}`, {
            ...figuresOf(problem, (value) => formatNumber(value, { language, decimals: 1 })),
            unit: row?.['meterUnit'],
          }),
        }))
      }
      refs={refs}
      {...(unsent ? { unsent } : {})}
      onBack={onBack}
      onDone={onBack}
    />
  )
}

/** Finds problems of an entered reading. One older than the current reading changes nothing, so it is not checked. */
function misread(plan: Row<typeof pmPlan> | null, { reading, occurredAt }: Readonly<FormValues>): ReadingProblem[] {
  if (!plan || typeof reading !== 'number' || typeof occurredAt !== 'string') return []
  if (plan.currentReadAt !== null && occurredAt <= plan.currentReadAt) return []
  const problem = readingProblem(presentlyOf(plan), reading, occurredAt)
  return problem ? [problem] : []
}
