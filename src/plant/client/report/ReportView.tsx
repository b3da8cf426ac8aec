import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { findClosedMonths, readReportTables, type Report, type ReportRow } from '@/contract/report'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { ExportButton } from '@/client/resource/ExportButton'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { ReportChart } from './ReportChart'
import { ReportTable, type ReportCells } from './ReportTable'

export interface ReportViewProps<In, Out> {
  report: Report<In, Out>
  input: In
  cells?: ReportCells
  /** Returns what a tap on a number does, for numbers that can be corrected. */
  getCellAction?: (row: ReportRow, column: string) => (() => void) | null
  /** Displayed instead of the tables if none of them has rows. */
  empty?: { title: string; advice?: string }
  renderAbove?: (answer: Out) => ReactNode
  renderBelow?: (answer: Out) => ReactNode
}
/**
 * A report: its chart, its tables with totals, and when its metrics were calculated. While the report is loaded again,
 * the previous answer stays visible. If loading fails, the time of the previous answer is shown, too.
 */
export function ReportView<In, Out>({ input, ...tableProps }: ReportViewProps<In, Out>) {
  const { report } = tableProps
  const query = useEndpoint(report.endpoint, input, { resources: [...report.resources] })
  return (
    <QueryBoundary query={query} skeleton={<SkeletonTable columns={6} />}>
      {(answer) => <LoadedReport {...tableProps} answer={answer as Out} />}
    </QueryBoundary>
  )
}
function LoadedReport<In, Out>({
  report,
  answer,
  empty,
  renderAbove,
  renderBelow,
  ...tableProps
}: Omit<ReportViewProps<In, Out>, 'input'> & { answer: Out }) {
  const { t } = useTranslation([report.endpoint.area, 'plant'])
  const tables = readReportTables(report, answer, 'screen')
  const isEmpty = tables.every(({ content }) => content.rows.length === 0)
  return (
    <>
      {renderAbove?.(answer)}
      <ClosedMonthsNotice answer={answer} textKey={report.closedMonthsKey} />
      <FreshnessNotice answer={answer} />
      {isEmpty ? (
        <EmptyState
          title={empty?.title ?? t('plant:report.empty')}
          advice={empty ? empty.advice : t('plant:report.emptyNext')}
        />
      ) : (
        <>
          <ReportChart report={report} answer={answer} />
          <ReportTables {...tableProps} report={report} answer={answer} />
          <CalculationNotice answer={answer} rowCount={tables[0]?.content.rows.length ?? 0} />
        </>
      )}
      {renderBelow?.(answer)}
    </>
  )
}
/** The tables of a report with their titles; those without rows are left out. */
export function ReportTables<In, Out>({
  report,
  answer,
  ...tableProps
}: { answer: Out } & Pick<ReportViewProps<In, Out>, 'report' | 'cells' | 'getCellAction'>) {
  const { t } = useTranslation([report.endpoint.area, 'plant'])
  return readReportTables(report, answer, 'screen')
    .filter(({ content }) => content.rows.length > 0)
    .map(({ table, content }, tableIndex) => {
      const title = t(table.titleKey ?? report.titleKey)
      return (
        <div key={tableIndex} className="stack">
          {table.titleKey && <h2>{title}</h2>}
          <ReportTable {...tableProps} report={report} title={title} table={table} content={content} />
        </div>
      )
    })
}
const readField = (answer: unknown, name: string): unknown =>
  answer !== null && typeof answer === 'object' && name in answer ? (answer as ReportRow)[name] : undefined

/** Names the closed months of the report. `textKey`: text about later corrections, by default that they have no effect. */
export function ClosedMonthsNotice({
  answer,
  textKey = 'plant:report.closedBooks',
}: {
  answer: unknown
  textKey?: string | undefined
}) {
  const { t } = useTranslation('plant')
  const months = findClosedMonths(answer)
  if (months.length === 0) return null
  return <p className="quiet">{t(textKey, { months: months.join(', ') })}</p>
}
/** Says that days of the report wait for recalculation. */
function FreshnessNotice({ answer }: { answer: unknown }) {
  const { t } = useTranslation('plant')
  const waitingDays = readField(answer, 'waiting')
  if (typeof waitingDays !== 'number' || waitingDays === 0) return null
  return <p className="quiet">{t('report.waiting', { count: waitingDays })}</p>
}
/** Says when the metrics were calculated, and that rows are missing, if any are. */
function CalculationNotice({ answer, rowCount }: { answer: unknown; rowCount: number }) {
  const { t } = useTranslation('plant')
  const zone = usePlantZone()
  const countedAt = readField(answer, 'countedAt')
  const isCut = readField(answer, 'cut') === true
  if (typeof countedAt !== 'string' && !isCut) return null
  return (
    <p className="quiet">
      {typeof countedAt === 'string' && t('report.countedAt', { at: formatMoment(countedAt, zone) })}
      {isCut && ` ${t('report.cut', { count: rowCount })}`}
    </p>
  )
}
/** Button that downloads a report as a workbook, for people with permission. */
export function ReportExportButton<In>({ report, input }: { report: Pick<Report<In>, 'workbook'>; input: In }) {
  return report.workbook && <ExportButton endpoint={report.workbook} input={input} />
}
