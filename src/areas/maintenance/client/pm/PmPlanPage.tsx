import '../maintenance.css'
import { lazy, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useRowText } from '@/client/i18n/labels'
import { RowBoundary } from '@/client/resource/QueryBoundary'
import type { ListRow } from '@/client/resource/build-columns'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { RowPanel } from '@/client/resource/RowPanel'
import type { FormValues } from '@/client/resource/form-values'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useHasPermission } from '@/client/session/use-session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { CheckIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { LazyBoundary } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { completePm, recordPmReading, pmCount } from '@/areas/maintenance/contract/pm-endpoints'
import { pmPlan } from '@/areas/maintenance/contract/pm-plan'
import { toCurrentPmCounter } from '@/areas/maintenance/rules/pm-plan'
import { findCounterReadingProblem, type CounterReadingProblem } from '@/areas/maintenance/rules/pm-completion'
import type { Row } from '@/contract/resource'
import { useDueText, formatProblemNumbers } from './pm-texts'
import type { UsedPart } from '../repair/UsedPartList'
import { PartTable } from '../repair/PartTable'
import { Tabs } from '@/client/ui/Tabs'
import { pmTones } from '../tones'
import { useQueryParams } from '@/client/use-query-params'

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
const createReadingCell = (name: string) => (row: ListRow) => (
  <Quantity value={row[name] as number | null} unit={String(row['meterUnit'] ?? '')} decimals={1} />
)
const CELLS = {
  nextDueOn: (row: ListRow) => <DueCell row={row} />,
  state: (row: ListRow) => <PmStateBadge row={row} />,
  meterEvery: createReadingCell('meterEvery'),
  currentReading: createReadingCell('currentReading'),
  lastReading: createReadingCell('lastReading'),
  calendarEvery: (row: ListRow) => <IntervalCell row={row} />,
}
const DETAIL_FIELDS = [
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
const RUNNING_FILTER = { paused: false }
const PAUSED_FILTER = { paused: true }
const ACTION_PERMISSIONS = ['upkeepPlanEdit', 'equipmentRecordAdd'] as const
const READING_FIELDS = ['reading', 'occurredAt']
const PmCompletionForm = lazy(() =>
  import('./PmCompletionForm').then((module) => ({ default: module.PmCompletionForm })),
)

/** Page 保养计划: maintenance due by calendar and by counters, completed with a form that lists the tasks. */
export default function PmPlanPage() {
  const [params, changeParams] = useQueryParams()
  const correctedCommand = useUnsentCommandToCorrect()
  const unsent = [completePm.name, recordPmReading.name].includes(correctedCommand?.op ?? '')
    ? correctedCommand
    : undefined
  const formName = params.get('act')
  const rowQuery = useRow(pmPlan, formName || unsent ? (params.get('id') ?? unsent?.entityId ?? null) : null)
  const closeForm = () => changeParams({ act: null, unsent: null })
  const view =
    params.get('view') === 'paused' ? 'paused' : (VIEWS.find((option) => option === params.get('state')) ?? 'all')
  const stateTabs = useMemo(
    () => (
      <PmStateTabs
        view={view}
        onChoose={(chosenView) =>
          changeParams({
            state: chosenView === 'all' || chosenView === 'paused' ? null : chosenView,
            view: chosenView === 'paused' ? chosenView : null,
            id: null,
          })
        }
      />
    ),
    [view, changeParams],
  )
  const renderForm = (row: typeof rowQuery.row) => (
    <PmForm formName={formName} row={row} refs={rowQuery.refs} unsent={unsent} onBack={closeForm} />
  )
  if (unsent) return renderForm(rowQuery.row)
  if (formName)
    return (
      <RowBoundary query={rowQuery} onBack={closeForm}>
        {renderForm}
      </RowBoundary>
    )
  return (
    <ResourcePage
      resource={pmPlan}
      columns={COLUMNS}
      cells={CELLS}
      fixedFilters={view === 'paused' ? PAUSED_FILTER : RUNNING_FILTER}
      parts={{
        above: stateTabs,
        detail: (openRow) => (
          <PmPanel openRow={openRow} onOpenForm={(openedForm) => changeParams({ act: openedForm })} />
        ),
      }}
    />
  )
}

/** State of a plan. A paused plan shows no due state, because it is never due. */
function PmStateBadge({ row }: { row: ListRow }) {
  const { t } = useTranslation('maintenance')
  return row['paused'] === true ? (
    <StateBadge tone="idle">{t('pmPlan.fields.paused')}</StateBadge>
  ) : (
    <ResourceStateBadge resource={pmPlan} state={row['state']} tones={pmTones} />
  )
}
function DueCell({ row }: { row: ListRow }) {
  const plan = row as Row<typeof pmPlan>
  return <span>{useDueText()({ ...plan, dueOn: plan.nextDueOn })}</span>
}
function IntervalCell({ row }: { row: ListRow }) {
  const { t } = useTranslation('maintenance')
  const interval = row['calendarEvery']
  return (
    <span>
      {typeof interval === 'number'
        ? t(`pages.upkeepPlan.every.${String(row['calendarUnit'] ?? 'day')}`, { count: interval })
        : '–'}
    </span>
  )
}
function PmStateTabs({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const { t } = useTranslation('maintenance')
  const { data } = useEndpoint(pmCount, {}, { resources: ['pmPlan', 'pmRecord'] })
  const counts: Partial<Record<View, number>> = data
    ? { all: data.total, overdue: data.overdue, due: data.due, dueSoon: data.dueSoon }
    : {}
  const labels = { all: t('pages.upkeepPlan.all'), paused: t('pmPlan.fields.paused') }
  return (
    <Tabs
      label={t('pmPlan.fields.state')}
      chosen={view}
      onChoose={onChoose}
      tabs={VIEWS.map((key) => ({
        key,
        label: key === 'all' || key === 'paused' ? labels[key] : t(`pmPlan.options.state.${key}`),
        count: counts[key],
      }))}
    />
  )
}
function PmPanel({ openRow, onOpenForm }: { openRow: OpenRow; onOpenForm: (formName: string) => void }) {
  const { row, refs } = openRow
  const canAct = useHasPermission(ACTION_PERMISSIONS)
  return (
    <RowPanel
      resource={pmPlan}
      {...openRow}
      subtitle={refs[String(row['equipmentId'])]}
      fieldNames={DETAIL_FIELDS}
      cells={{ ...CELLS, parts: (plan) => <PartTable lines={(plan['parts'] ?? []) as UsedPart[]} refs={refs} /> }}
      actions={canAct && row['paused'] !== true ? () => <PmActionBar row={row} onOpenForm={onOpenForm} /> : undefined}
      updateEndpoint={pmPlan.endpoints.update}
    />
  )
}
function PmActionBar({ row, onOpenForm }: { row: ListRow; onOpenForm: (formName: string) => void }) {
  const { t } = useTranslation('maintenance')
  // A plan with a meter takes its readings from the meter.
  const isReadByHand = row['meterEvery'] !== null && row['meterId'] === null
  return (
    <>
      {isReadByHand && (
        <Button className="beside" onClick={() => onOpenForm('reading')}>
          {t('actions.pmPlan_reading')}
        </Button>
      )}
      <Button look="primary" icon={<CheckIcon size={20} />} onClick={() => onOpenForm('complete')}>
        {t('actions.pmPlan_complete')}
      </Button>
    </>
  )
}

/** Form to complete a plan or to enter a counter reading. */
function PmForm({
  formName,
  row,
  refs,
  unsent,
  onBack,
}: {
  formName: string | null
  row: ListRow | null
  refs: Readonly<Record<string, string>>
  unsent: UnsentCommand | undefined
  onBack: () => void
}) {
  const { t } = useTranslation('maintenance')
  const [initialValues] = useState<FormValues>(() => ({
    id: row?.id,
    occurredAt: getPlantMoment(),
    reading: row?.['currentReading'] ?? null,
  }))
  const getTitle = useRowText(pmPlan, 'title')
  const language = useLanguage()
  const isReadingForm = unsent ? unsent.op === recordPmReading.name : formName === 'reading'
  if (!isReadingForm)
    return (
      <LazyBoundary>
        <PmCompletionForm row={row} refs={refs} unsent={unsent} onBack={onBack} />
      </LazyBoundary>
    )
  const title = [
    t('actions.pmPlan_reading'),
    row && getTitle(row),
    row?.['meterUnit'] && `(${String(row['meterUnit'])})`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <LazyCommandForm
      endpoint={recordPmReading}
      title={title}
      startValues={initialValues}
      fieldNames={READING_FIELDS}
      check={(values) =>
        findReadingProblems(row as Row<typeof pmPlan> | null, values).map(({ code, ...problem }) => ({
          name: 'reading',
          message: t(`refusals.pm.${code}`, {
            ...formatProblemNumbers(problem, (value) => formatNumber(value, { language, decimals: 1 })),
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

/**
 * Finds problems of an entered reading. A reading older than the current reading changes nothing, so it is not checked.
 */
function findReadingProblems(
  plan: Row<typeof pmPlan> | null,
  { reading, occurredAt }: Readonly<FormValues>,
): CounterReadingProblem[] {
  if (!plan || typeof reading !== 'number' || typeof occurredAt !== 'string') return []
  if (plan.currentReadAt !== null && occurredAt <= plan.currentReadAt) return []
  const problem = findCounterReadingProblem(toCurrentPmCounter(plan), reading, occurredAt)
  return problem ? [problem] : []
}
