import '@/client/fields/fields.css'
import './sheet.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useCanSee } from '@/client/session/use-session'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { shiftMetricNames } from '@/areas/figures/rules/metric-values'
import { reportExport } from '../contract/detail-reports'
import { customReport, customReportExport, stopRow, stopReport } from '../contract/metric-reports'
import { reportMetricFields, reportRowFields } from '../contract/report-fields'
import { reportPresets, reportGroupKeys } from '../rules/report-presets'
import { toFilterInput, useReportFilters, type ReportFilters } from './report-filters'
import { ReportFilterBar } from './ReportFilterBar'
import { ReportTable } from './ReportTable'

const RESOURCES = { resources: ['shiftFigure', 'figureCorrection'] }
const STOP_RESOURCES = { resources: ['lineStop'] }
const MAX_KEYS = 4
const VIEWS = ['atWill', 'stops'] as const

/** 任意日期报表: selected metrics by selected keys over any dates, and the stops of these dates. */
export default function AnyDatePage() {
  const { t } = useTranslation(['sheets', 'contract'])
  const [params, changeParams] = useParams()
  const filters = useReportFilters()
  const view = VIEWS.find((candidate) => candidate === params.get('view')) ?? 'atWill'
  const groupKeys = parseList(params.get('by')) ?? [...reportPresets.atWill.by]
  const columns = parseList(params.get('columns')) ?? [...reportPresets.atWill.columns]
  return (
    <PageFrame
      title={t('contract:menu.anyDateSheet')}
      tools={
        view === 'atWill' ? (
          <ExportButton endpoint={customReportExport} input={{ ...toFilterInput(filters), by: groupKeys, columns }} />
        ) : (
          <ExportButton endpoint={reportExport} input={{ ...toFilterInput(filters), sheet: 'stops' }} />
        )
      }
    >
      <div className="sheets">
        <Tabs
          label={t('pages.views')}
          switchesViews
          tabs={VIEWS.map((key) => ({ key, label: t(`names.${key}`) }))}
          chosen={view}
          onChoose={(key) => changeParams({ view: key })}
        />
        <ReportFilterBar filters={filters} />
        {view === 'atWill' ? (
          <>
            <LayoutPanel groupKeys={groupKeys} columns={columns} />
            <MetricTable filters={filters} groupKeys={groupKeys} columns={columns} />
          </>
        ) : (
          <StopTable filters={filters} />
        )}
      </div>
    </PageFrame>
  )
}
const parseList = (value: string | null): string[] | null => (value ? value.split(',').filter(Boolean) : null)

/** Selects group keys and columns. */
function LayoutPanel({ groupKeys, columns }: { groupKeys: readonly string[]; columns: readonly string[] }) {
  const { t } = useTranslation(['sheets', 'plant'])
  const [, changeParams] = useParams()
  const canSee = useCanSee()
  const toggleItem = (items: readonly string[], item: string): string =>
    (items.includes(item) ? items.filter((each) => each !== item) : [...items, item]).join(',')
  return (
    <details className="ui-card">
      <summary>{t('pages.choose', { by: groupKeys.length, columns: columns.length })}</summary>
      <fieldset className="choices" aria-label={t('inputs.by')}>
        {reportGroupKeys.map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={groupKeys.includes(key)}
            disabled={!groupKeys.includes(key) && groupKeys.length >= MAX_KEYS}
            onClick={() => changeParams({ by: toggleItem(groupKeys, key) || null }, true)}
          >
            {t(`answers.${key}`)}
          </button>
        ))}
      </fieldset>
      <fieldset className="choices" aria-label={t('inputs.columns')}>
        {shiftMetricNames
          .filter((name) => canSee(reportMetricFields[name]))
          .map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={columns.includes(name)}
              title={t(`plant:figures.${name}.formula`)}
              onClick={() => changeParams({ columns: toggleItem(columns, name) || null }, true)}
            >
              {t(`plant:figures.${name}.name`)}
            </button>
          ))}
      </fieldset>
    </details>
  )
}
function MetricTable({
  filters,
  groupKeys,
  columns,
}: {
  filters: ReportFilters
  groupKeys: string[]
  columns: string[]
}) {
  const { t } = useTranslation('sheets')
  const reportQuery = useEndpoint(customReport, { ...toFilterInput(filters), by: groupKeys, columns }, RESOURCES)
  if (reportQuery.isPending) return <SkeletonTable columns={6} />
  if (reportQuery.error) return <NotLoadedView query={reportQuery} />
  const { rows, total, waiting } = reportQuery.data
  if (rows.length === 0) return <EmptyState title={t('pages.empty')} advice={t('pages.emptyNext')} />
  return (
    <>
      {waiting > 0 && <p className="sheets-note">{t('pages.waiting', { count: waiting })}</p>}
      <ReportTable
        title={t('names.atWill')}
        fields={reportRowFields}
        columns={[...reportQuery.data.by.filter(isString), ...reportQuery.data.columns.filter(isString)]}
        rows={rows}
        total={total[0] ?? null}
      />
      {reportQuery.data.cut && <p className="sheets-note">{t('pages.cut', { count: rows.length })}</p>}
    </>
  )
}
const isString = (value: unknown): value is string => typeof value === 'string'
function StopTable({ filters }: { filters: ReportFilters }) {
  const { t } = useTranslation('sheets')
  const reportQuery = useEndpoint(stopReport, toFilterInput(filters), STOP_RESOURCES)
  if (reportQuery.isPending) return <SkeletonTable columns={6} />
  if (reportQuery.error) return <NotLoadedView query={reportQuery} />
  const { rows, total } = reportQuery.data
  if (rows.length === 0) return <EmptyState title={t('pages.empty')} advice={t('pages.emptyNext')} />
  return (
    <ReportTable
      title={t('names.stops')}
      fields={stopRow}
      columns={[
        'businessDate',
        'shift',
        'team',
        'line',
        'startedAt',
        'endedAt',
        'class',
        'reason',
        'order',
        'minutes',
        'count',
      ]}
      rows={rows}
      total={total[0] ?? null}
    />
  )
}
