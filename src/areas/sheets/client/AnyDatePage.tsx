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
import { reportMetricFields, metricRow } from '../contract/report-fields'
import { reportPresets, reportGroupKeys } from '../rules/report-presets'
import { toFilterInput, useReportFilters, type ReportFilters } from './report-filters'
import { ReportFilterBar } from './ReportFilterBar'
import { ReportTable } from './ReportTable'

const RESOURCES = { resources: ['shiftFigure', 'figureCorrection'] }
const STOP_RESOURCES = { resources: ['lineStop'] }
const MAX_KEYS = 4
const views = ['atWill', 'stops'] as const

/** 任意日期报表: selected metrics by selected keys over any dates, and the stops of these dates. */
export default function AnyDatePage() {
  const { t } = useTranslation(['sheets', 'contract'])
  const [params, change] = useParams()
  const filters = useReportFilters()
  const view = views.find((one) => one === params.get('view')) ?? 'atWill'
  const by = parseList(params.get('by')) ?? [...reportPresets.atWill.by]
  const columns = parseList(params.get('columns')) ?? [...reportPresets.atWill.columns]
  return (
    <PageFrame
      title={t('contract:menu.anyDateSheet')}
      tools={
        view === 'atWill' ? (
          <ExportButton of={customReportExport} input={{ ...toFilterInput(filters), by, columns }} />
        ) : (
          <ExportButton of={reportExport} input={{ ...toFilterInput(filters), sheet: 'stops' }} />
        )
      }
    >
      <div className="sheets">
        <Tabs
          label={t('pages.views')}
          switchesViews
          tabs={views.map((key) => ({ key, word: t(`names.${key}`) }))}
          chosen={view}
          onChoose={(key) => change({ view: key })}
        />
        <ReportFilterBar filters={filters} />
        {view === 'atWill' ? (
          <>
            <ColumnsPanel by={by} columns={columns} />
            <MetricTable filters={filters} by={by} columns={columns} />
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
function ColumnsPanel({ by, columns }: { by: readonly string[]; columns: readonly string[] }) {
  const { t } = useTranslation(['sheets', 'plant'])
  const [, change] = useParams()
  const canSee = useCanSee()
  const toggleItem = (items: readonly string[], item: string): string =>
    (items.includes(item) ? items.filter((each) => each !== item) : [...items, item]).join(',')
  return (
    <details className="ui-card">
      <summary>{t('pages.choose', { by: by.length, columns: columns.length })}</summary>
      <fieldset className="choices" aria-label={t('inputs.by')}>
        {reportGroupKeys.map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={by.includes(key)}
            disabled={!by.includes(key) && by.length >= MAX_KEYS}
            onClick={() => change({ by: toggleItem(by, key) || null }, true)}
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
              onClick={() => change({ columns: toggleItem(columns, name) || null }, true)}
            >
              {t(`plant:figures.${name}.name`)}
            </button>
          ))}
      </fieldset>
    </details>
  )
}
function MetricTable({ filters, by, columns }: { filters: ReportFilters; by: string[]; columns: string[] }) {
  const { t } = useTranslation('sheets')
  const reportQuery = useEndpoint(customReport, { ...toFilterInput(filters), by, columns }, RESOURCES)
  if (reportQuery.isPending) return <SkeletonTable columns={6} />
  if (reportQuery.error) return <NotLoadedView of={reportQuery} />
  const { rows, total, waiting } = reportQuery.data
  if (rows.length === 0) return <EmptyState title={t('pages.empty')} next={t('pages.emptyNext')} />
  return (
    <>
      {waiting > 0 && <p className="sheets-note">{t('pages.waiting', { count: waiting })}</p>}
      <ReportTable
        title={t('names.atWill')}
        fields={metricRow}
        columns={[...reportQuery.data.by.filter(isString), ...reportQuery.data.columns.filter(isString)]}
        rows={rows}
        total={total[0] ?? null}
      />
      {reportQuery.data.cut && <p className="sheets-note">{t('pages.cut', { count: rows.length })}</p>}
    </>
  )
}
const isString = (one: unknown): one is string => typeof one === 'string'
function StopTable({ filters }: { filters: ReportFilters }) {
  const { t } = useTranslation('sheets')
  const reportQuery = useEndpoint(stopReport, toFilterInput(filters), STOP_RESOURCES)
  if (reportQuery.isPending) return <SkeletonTable columns={6} />
  if (reportQuery.error) return <NotLoadedView of={reportQuery} />
  const { rows, total } = reportQuery.data
  if (rows.length === 0) return <EmptyState title={t('pages.empty')} next={t('pages.emptyNext')} />
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
