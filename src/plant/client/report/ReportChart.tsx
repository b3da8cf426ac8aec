import { useTranslation } from 'react-i18next'
import { readReportTable, type Report, type ReportRow } from '@/contract/report'
import { BarChart } from '@/client/ui/Charts'
import { isNumberField, TIME_KEYS, useReportTexts } from './use-report-texts'

const MAX_BARS = 31
const MIN_HEIGHT_PX = 180
const BAR_HEIGHT_PX = 28
/** Height of the axis and its labels. */
const AXIS_HEIGHT_PX = 60
/** Bar chart of a report's chart column, if there are few enough bars to read. */
export function ReportChart<In, Out>({ report, answer }: { report: Report<In, Out>; answer: Out }) {
  const { area } = report.endpoint
  const { t } = useTranslation([area, 'contract', 'plant'])
  const { chartColumn } = report
  const [table] = report.tables
  const { formatText, getUnit } = useReportTexts(report, table?.fields ?? {})
  if (!chartColumn || !table) return null
  const field = table.fields[chartColumn]
  const { columns, rows: allRows } = readReportTable(table, answer, 'screen')
  const keyColumns = columns.map((column) => column.field).filter((name) => !isNumberField(table.fields[name]))
  const getValue = (row: ReportRow): number | null => {
    const value = row[chartColumn]
    return typeof value === 'number' ? value : null
  }
  const periods = new Set(allRows.map((row) => row['day'] ?? row['month']))
  const isTimeSeries = keyColumns.some((key) => TIME_KEYS.includes(key)) && periods.size > 1
  // A row without the metric, such as a winder among slitters, gets no bar. A time series keeps these rows, so that
  // gaps in time stay visible.
  const rows = isTimeSeries ? allRows : allRows.filter((row) => getValue(row) !== null)
  const omittedCount = allRows.length - rows.length
  if (!field || rows.length < 2 || rows.length > MAX_BARS) return null
  // A single month that all bars share is already in the period above the chart.
  const keysWithoutTime = keyColumns.filter((key) => !TIME_KEYS.includes(key))
  const labelColumns = periods.size > 1 || keysWithoutTime.length === 0 ? keyColumns : keysWithoutTime
  const { from, to } = answer as { from?: string; to?: string }
  return (
    <>
      <BarChart
        question={t(report.chartQuestionKey ?? report.titleKey)}
        unit={getUnit(columns.find((column) => column.field === chartColumn) ?? { field: chartColumn })}
        period={from && to ? `${from} – ${to}` : ''}
        xs={rows.map((row) => labelColumns.flatMap((name) => formatText(row, name) ?? []).join(' ') || '–')}
        series={[{ name: t(report.titleKey), values: rows.map(getValue) }]}
        {...(isTimeSeries
          ? {}
          : { horizontal: true, height: Math.max(MIN_HEIGHT_PX, rows.length * BAR_HEIGHT_PX + AXIS_HEIGHT_PX) })}
      />
      {omittedCount > 0 && <p className="quiet">{t('plant:report.notDrawn', { count: omittedCount })}</p>}
    </>
  )
}
