import './sheet.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'
import type { PageName } from '@/contract/menu'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import type { FormValues } from '@/client/resource/form-values'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { BarChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import type { SumName } from '@/areas/figures/rules/shift-sums'
import { reportExport, type reportKinds } from '../contract/detail-reports'
import { toFilterInput, useReportFilters, type QuickPeriod, type ReportFilters } from './report-filters'
import { CorrectionForm, isSumName, useCorrectableSums } from './CorrectionForm'
import { CorrectionList } from './CorrectionList'
import { SelectField, ReportFilterBar } from './ReportFilterBar'
import { ReportTable, type ReportRow } from './ReportTable'

interface ReportInput {
  from?: string | null
  to?: string | null
  by?: string[] | null
}
export interface ReportAnswer {
  from: string
  to: string
  countedAt: string | null
  waiting: number
  cut: boolean
  by?: string[]
  columns?: string[]
  rows: ReportRow[]
  total: ReportRow[]
}
/** One report of a page. */
export interface ReportView {
  readonly key: string
  readonly endpoint: Endpoint<ReportInput, ReportAnswer>
  readonly fields: Fields
  /** Group keys to select from; the first is the default. */
  readonly groupings: readonly (readonly string[])[]
  /** Number columns, if the answer does not name them. */
  readonly numberColumns?: readonly string[]
  /** Number column displayed in the chart. */
  readonly chartColumn: string
  readonly defaultPeriod?: QuickPeriod
  readonly exportKind: (typeof reportKinds)[number]
  /** The report differs from another page in what it includes; a note (`notes`) explains how. */
  readonly hasNote?: boolean
  readonly renderMore?: (answer: ReportAnswer, filters: ReportFilters) => ReactNode
}
export interface ReportPageProps {
  page: PageName
  views: readonly ReportView[]
  /** Tabs of the page that it is a view of, if it is not a page itself. */
  tabs?: ReactNode
  /** Displayed next to the Excel export. */
  tools?: ReactNode
  /** Rendered instead of the page: a form. */
  replacement?: ReactNode
  renderBelow?: (filters: ReportFilters) => ReactNode
}
/** Page of reports: filters, a chart, the lines with their total, the corrections, and the Excel export. */
export function ReportPage({ page, views, tabs, tools, replacement, renderBelow }: ReportPageProps) {
  const { t } = useTranslation(['sheets', 'contract'])
  const [params, changeParams] = useParams()
  const view = views.find(({ key }) => key === params.get('view')) ?? views[0]!
  const filters = useReportFilters(view.defaultPeriod)
  const grouping = view.groupings.find((groupKeys) => groupKeys.join() === params.get('by')) ?? view.groupings[0]!
  const [correctionValues, setCorrectionValues] = useState<FormValues | null>(null)
  const correctableSums = useCorrectableSums()
  if (replacement) return replacement
  if (correctionValues)
    return (
      <CorrectionForm
        initialValues={correctionValues}
        correctableSums={correctableSums}
        onBack={() => setCorrectionValues(null)}
      />
    )
  return (
    <PageFrame
      title={t(`contract:menu.${page}`)}
      tools={
        <>
          {tools}
          {correctableSums.length > 0 && (
            <Button onClick={() => setCorrectionValues({ businessDate: filters.to, lineId: filters.lineId || null })}>
              {t('actions.sheet_alter')}
            </Button>
          )}
          <ExportButton
            endpoint={reportExport}
            input={{ ...toFilterInput(filters), by: [...grouping], sheet: view.exportKind }}
          />
        </>
      }
    >
      {tabs}
      <div className="sheets">
        {views.length > 1 && (
          <Tabs
            label={t('pages.views')}
            switchesViews
            tabs={views.map(({ key }) => ({ key, label: t(`names.${key}`) }))}
            chosen={view.key}
            onChoose={(key) => changeParams({ view: key, by: null })}
          />
        )}
        <ReportFilterBar filters={filters}>
          {view.groupings.length > 1 && (
            <SelectField
              label={t('inputs.by')}
              value={grouping.join()}
              options={view.groupings.map((groupKeys) => [
                groupKeys.join(),
                groupKeys.map((key) => t(`answers.${getLabelKey(key)}`)).join(' · '),
              ])}
              onChange={(by) => changeParams({ by }, true)}
            />
          )}
        </ReportFilterBar>
        <ReportSection
          view={view}
          filters={filters}
          grouping={grouping}
          sums={correctableSums}
          onCorrect={setCorrectionValues}
        />
        {renderBelow?.(filters)}
        <CorrectionList from={filters.from} to={filters.to} />
      </div>
    </PageFrame>
  )
}
const getLabelKey = (key: string): string => (key === 'width' ? 'widthMm' : key)
const RESOURCES = [
  'shiftFigure',
  'figureCorrection',
  'feed',
  'slitRoll',
  'jumboRoll',
  'handover',
  'hoursCorrection',
  'keptSheet',
]

function ReportSection({
  view,
  filters,
  grouping,
  sums: correctableSums,
  onCorrect,
}: {
  view: ReportView
  filters: ReportFilters
  grouping: readonly string[]
  /** Sums that the person may correct. */
  sums: readonly SumName[]
  onCorrect: (initialValues: FormValues) => void
}) {
  const { t } = useTranslation('sheets')
  const zone = usePlantZone()
  const reportQuery = useEndpoint(
    view.endpoint,
    { ...toFilterInput(filters), by: [...grouping] },
    { resources: RESOURCES },
  )
  if (reportQuery.isPending) return <SkeletonTable columns={6} />
  if (reportQuery.error) return <NotLoadedView query={reportQuery} />
  const { data } = reportQuery
  const keyColumns = (data.by ?? grouping).map((key) => (key === 'width' ? 'widthMm' : key))
  const numberColumns = data.columns ?? view.numberColumns ?? []
  if (data.rows.length === 0) return <EmptyState title={t('pages.empty')} advice={t('pages.emptyNext')} />
  const onCell = (row: ReportRow, column: string) => {
    const { day, shift, lineId } = row
    if (!isSumName(column) || !correctableSums.includes(column) || !day || !shift || !lineId) return null
    return () => onCorrect({ businessDate: day, shift, lineId, sum: column, orderId: row['orderId'] ?? null })
  }
  return (
    <>
      {data.waiting > 0 && <p className="sheets-note">{t('pages.waiting', { count: data.waiting })}</p>}
      {view.hasNote && <p className="sheets-note">{t(`pages.notes.${view.key}`)}</p>}
      <ReportChart view={view} data={data} keyColumns={keyColumns} />
      <ReportTable
        title={t(`names.${view.key}`)}
        fields={view.fields}
        columns={[...keyColumns, ...numberColumns]}
        rows={data.rows}
        total={data.total[0] ?? null}
        getCellAction={onCell}
      />
      <p className="sheets-note">
        {data.countedAt && t('pages.countedAt', { at: formatMoment(data.countedAt, zone) })}
        {data.cut && ` ${t('pages.cut', { count: data.rows.length })}`}
      </p>
      {view.renderMore?.(data, filters)}
    </>
  )
}
const MAX_BARS = 31
/** Bar chart of the report, if there are few enough bars to read. */
function ReportChart({
  view,
  data,
  keyColumns,
}: {
  view: ReportView
  data: ReportAnswer
  keyColumns: readonly string[]
}) {
  const { t } = useTranslation(['sheets', 'contract', 'plant'])
  const field = view.fields[view.chartColumn]
  const getValue = (row: ReportRow): number | null => {
    const value = row[view.chartColumn]
    return typeof value === 'number' ? value : null
  }
  const isGroupedByTime = keyColumns.some((key) => key === 'day' || key === 'month')
  const periods = new Set(data.rows.map((row) => row['day'] ?? row['month']))
  // Lines without the metric, such as winders among slitters, get no bar; a gap in time does.
  const rows = isGroupedByTime && periods.size > 1 ? data.rows : data.rows.filter((row) => getValue(row) !== null)
  const omittedCount = data.rows.length - rows.length
  if (!field || rows.length < 2 || rows.length > MAX_BARS) return null
  const unit = 'unit' in field ? (field.unit ?? '') : ''
  // A single month that all bars share is already in the period above them.
  const labelColumns = periods.size > 1 ? keyColumns : keyColumns.filter((key) => key !== 'day' && key !== 'month')
  const getBarLabel = (row: ReportRow): string =>
    (labelColumns.length > 0 ? labelColumns : keyColumns)
      .map((key) => {
        if (key === 'line' && row[key] === null) return t('pages.noLine')
        const value = String(row[key] ?? '–')
        if (key === 'shift') return t(`contract:shifts.${value}`, { defaultValue: value })
        if (key === 'team') return t(`contract:teams.${value}`, { defaultValue: value })
        if (key === 'month') return value.slice(0, 7)
        return view.fields[key]?.kind === 'choice' ? t(`options.${key}.${value}`, { defaultValue: value }) : value
      })
      .join(' ')
  const isTimeSeries = isGroupedByTime && periods.size > 1
  return (
    <>
      <BarChart
        question={t(`pages.question.${view.key}`)}
        unit={unit}
        period={`${data.from} – ${data.to}`}
        xs={rows.map(getBarLabel)}
        series={[{ name: t(`names.${view.key}`), values: rows.map(getValue) }]}
        {...(isTimeSeries ? {} : { horizontal: true, height: Math.max(180, rows.length * 28 + 60) })}
      />
      {omittedCount > 0 && <p className="sheets-note">{t('pages.notDrawn', { count: omittedCount })}</p>}
    </>
  )
}
