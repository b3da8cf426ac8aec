import './report.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, Fields } from '@/contract/field'
import type { ReportColumn, ReportRow, ReportTableDefinition as Table, ReportTableContent } from '@/contract/report'
import { metricDecimals } from '@/plant/rules/metrics'
import { useUnitFormatter } from '@/client/format/use-language'
import { useIsPrinting } from '@/client/ui/display-settings'
import { useElementWidth } from '@/client/ui/use-element-width'
import { useCanSee } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import { isNumberField, TIME_KEYS, useReportTexts, type ReportTexts } from './use-report-texts'

/** Replaces the display of a column's values, e.g. by a link. `null` displays the value as usual. */
export type ReportCells = Readonly<Record<string, (row: ReportRow) => ReactNode>>
export interface ReportTableProps {
  report: ReportTexts
  title: string
  table: Pick<Table, 'fields'>
  content: ReportTableContent
  cells?: ReportCells
  /** Returns what a tap on a number does, for numbers that can be corrected. */
  getCellAction?: (row: ReportRow, column: string) => (() => void) | null
}
const TABLE_MIN_WIDTH_PX = 640
const INITIAL_ROW_COUNT = 100
/** Number of rows that a tap on "more" adds. */
const ROW_BATCH_SIZE = 500

/** Rows of a report with their totals: a table, or cards on narrow screens. */
export function ReportTable(props: ReportTableProps) {
  const { title, content, table } = props
  const { t } = useTranslation('plant')
  const canSee = useCanSee()
  const [attachContainer, width] = useElementWidth<HTMLElement>()
  const [shownRowCount, setShownRowCount] = useState(INITIAL_ROW_COUNT)
  const maxRows = useIsPrinting() ? Infinity : shownRowCount
  const visibleContent = {
    ...content,
    columns: content.columns.filter(({ field }) => table.fields[field] && canSee(table.fields[field])),
    rows: content.rows.slice(0, maxRows),
  }
  const hiddenCount = content.rows.length - visibleContent.rows.length
  return (
    <section ref={attachContainer} aria-label={`${title} · ${content.rows.length}`}>
      {width >= TABLE_MIN_WIDTH_PX && <WideTable {...props} content={visibleContent} />}
      {width > 0 && width < TABLE_MIN_WIDTH_PX && <ReportCardList {...props} content={visibleContent} />}
      {hiddenCount > 0 && (
        <Button onClick={() => setShownRowCount(shownRowCount + ROW_BATCH_SIZE)}>
          {t('report.more', { count: hiddenCount })}
        </Button>
      )}
    </section>
  )
}
/** Returns functions that render the headings and cells of a report's table. */
function useReportRenderer({ report, table: { fields }, cells }: ReportTableProps) {
  const texts = useReportTexts(report, fields)
  const isNumber = ({ field }: ReportColumn): boolean => isNumberField(fields[field])
  const renderCell = (row: ReportRow, column: ReportColumn, layout: 'table' | 'card'): ReactNode => {
    const { field: name, unitField } = column
    const customCell = cells?.[name]?.(row)
    if (customCell !== undefined && customCell !== null) return customCell
    const [field, value] = [fields[name], row[name]]
    if (!field || !isNumberField(field)) return texts.formatText(row, name) ?? '–'
    if (typeof value !== 'number') return '–'
    const rowUnit = unitField ? String(row[unitField] ?? '') : ''
    const unit = rowUnit || (layout === 'card' ? texts.getUnit(column) : '')
    const decimals = getDecimals(field, column, rowUnit || texts.getUnit(column))
    return <Quantity value={value} decimals={decimals} hasFixedDecimals {...(unit ? { unit } : {})} />
  }
  return { ...texts, isNumber, renderCell }
}
/** Decimals by unit. Signed reports need slightly more precision than displays of the same metrics. */
const REPORT_DECIMALS: Readonly<Record<string, number>> = {
  ...metricDecimals,
  kg: 1,
  kWh: 0,
  'm³': 1,
  m: 0,
  min: 0,
  CNY: 0,
  'CNY/kg': 3,
}
/**
 * Returns the number of decimals of a column, the same for all rows so that digits align; never more than are stored.
 */
const getDecimals = (field: Field, { decimals }: ReportColumn, unit: string): number =>
  field.kind === 'amount' ? Math.min(decimals ?? REPORT_DECIMALS[unit] ?? 1, field.digits) : 0

function WideTable(props: ReportTableProps) {
  const { columns, rows, totals } = props.content
  const { t } = useTranslation(['plant', 'client'])
  const formatUnit = useUnitFormatter()
  const { isNumber, getFormula, getLabel, getUnit, formatHeading, renderCell } = useReportRenderer(props)
  const units = columns.filter(isNumber).map(getUnit)
  const sharedUnit = units.length > 1 && units.every((unit) => unit === units[0]) ? units[0] : undefined
  const getCellClass = (column: ReportColumn) => (isNumber(column) ? undefined : 'is-text')
  const scrollRegionProps = { role: 'region', 'aria-label': props.title, tabIndex: 0 }
  return (
    <div className="report-scroll" {...scrollRegionProps}>
      <table>
        {sharedUnit && <caption>{t('client:ui.chart.captionUnit', { unit: formatUnit(sharedUnit) })}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.field} scope="col" className={getCellClass(column)} title={getFormula(column)}>
                {sharedUnit ? getLabel(column) : formatHeading(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {columns.map((column, columnIndex) => {
                const Cell = columnIndex === 0 ? RowHeaderCell : DataCell
                return (
                  <Cell key={column.field} className={getCellClass(column)}>
                    <CellButton onTap={props.getCellAction?.(row, column.field) ?? null}>
                      {renderCell(row, column, 'table')}
                    </CellButton>
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              {columns.map((column, columnIndex) => {
                const Cell = columnIndex === 0 ? RowHeaderCell : DataCell
                return (
                  <Cell key={column.field} className={getCellClass(column)}>
                    {columnIndex === 0 ? t('report.total') : isNumber(column) && renderCell(totals, column, 'table')}
                  </Cell>
                )
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
interface CellProps {
  className: string | undefined
  children: ReactNode
}
const RowHeaderCell = ({ className, children }: CellProps) => (
  <th scope="row" className={className}>
    {children}
  </th>
)
const DataCell = ({ className, children }: CellProps) => <td className={className}>{children}</td>

/** True if a column is a date that describes the row, e.g. of a delivery. Such a date needs its label on a card. */
const isDateOfRow = (fields: Fields, { field }: ReportColumn): boolean =>
  ['day', 'moment'].includes(fields[field]?.kind ?? '') && !TIME_KEYS.includes(field)

function ReportCardList(props: ReportTableProps) {
  const { table } = props
  const { columns, rows, totals } = props.content
  const { t } = useTranslation('plant')
  const { isNumber, getLabel, renderCell } = useReportRenderer(props)
  const isNumberOrDate = (column: ReportColumn): boolean => isNumber(column) || isDateOfRow(table.fields, column)
  // The first column names the row, even if it is a number, such as a width.
  const headingColumns = columns.filter((column, columnIndex) => columnIndex === 0 || !isNumberOrDate(column))
  const labelledColumns = columns.filter((column) => !headingColumns.includes(column))
  const isFilled = (row: ReportRow, { field }: ReportColumn): boolean =>
    (field === 'line' && row[field] === null) ||
    ![null, undefined, false, ''].includes(row[field] as null) ||
    Boolean(props.cells?.[field]?.(row))
  // Heading parts that all rows share are shown once above all cards; parts that consecutive rows share are shown once
  // above their group.
  const isSharedByAll = ({ field }: ReportColumn): boolean =>
    rows.length > 1 && rows.every((row) => row[field] === rows[0]![field])
  const ownColumns = headingColumns.filter((column) => !isSharedByAll(column))
  const cardColumns = ownColumns.length > 0 ? ownColumns : headingColumns.slice(-1)
  const sharedColumns = headingColumns.filter(
    (column) => !cardColumns.includes(column) && rows[0] && isFilled(rows[0], column),
  )
  const [groupColumn, ...groupedColumns] = cardColumns
  const groups = groupColumn && groupedColumns.length > 0 ? groupConsecutiveRows(rows, groupColumn.field) : null
  const isGrouped = groups !== null && groups.length < rows.length
  const renderHeading = (row: ReportRow, parts: readonly ReportColumn[]): ReactNode => {
    const filledColumns = parts.filter((column) => isFilled(row, column))
    if (filledColumns.length === 0) return '–'
    return filledColumns.map((column, partIndex) => (
      <span key={column.field}>
        {partIndex > 0 && ' · '}
        {renderCell(row, column, 'card')}
      </span>
    ))
  }
  const hasSharedHeading = sharedColumns.length > 0 && rows.length > 0
  const renderCard = (row: ReportRow, heading: ReactNode, { isTotal = false, isBelowHeading = hasSharedHeading }) => (
    <>
      {isBelowHeading ? <h3>{heading}</h3> : <h2>{heading}</h2>}
      <dl>
        {labelledColumns
          .filter((column) => isFilled(row, column) || props.getCellAction?.(row, column.field))
          .map((column) => (
            <div key={column.field}>
              <dt>{getLabel(column)}</dt>
              <dd>
                <CellButton onTap={isTotal ? null : (props.getCellAction?.(row, column.field) ?? null)}>
                  {renderCell(row, column, 'card')}
                </CellButton>
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
  const renderCards = (
    cardRows: readonly ReportRow[],
    parts: readonly ReportColumn[],
    { isBelowHeading = hasSharedHeading } = {},
  ) => (
    <ul className="report-cards stack">
      {cardRows.map((row, rowIndex) => (
        <li key={rowIndex} className="ui-card">
          {renderCard(row, renderHeading(row, parts), { isBelowHeading })}
        </li>
      ))}
    </ul>
  )
  return (
    <div className="report-card-groups stack">
      {hasSharedHeading && <h2>{renderHeading(rows[0]!, sharedColumns)}</h2>}
      {totals && (
        <div className="report-cards">
          <div className="ui-card">{renderCard(totals, t('report.total'), { isTotal: true })}</div>
        </div>
      )}
      {isGrouped
        ? groups.map((groupRows, groupIndex) => (
            <section key={groupIndex} className="stack">
              <h2>{renderHeading(groupRows[0]!, [groupColumn!])}</h2>
              {renderCards(groupRows, groupedColumns, { isBelowHeading: true })}
            </section>
          ))
        : renderCards(rows, cardColumns)}
    </div>
  )
}
/** Groups consecutive rows with the same value of a column. */
function groupConsecutiveRows(rows: readonly ReportRow[], field: string): ReportRow[][] {
  const groups: ReportRow[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    if (group && group[0]![field] === row[field]) group.push(row)
    else groups.push([row])
  }
  return groups
}
function CellButton({ onTap, children }: { onTap: (() => void) | null; children: ReactNode }) {
  if (!onTap) return children
  return (
    <button type="button" className="report-cell" onClick={onTap}>
      {children}
    </button>
  )
}
