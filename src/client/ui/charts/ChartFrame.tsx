import { useId, useMemo, useRef, useState, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { MISSING_TEXT } from '@/client/format/number'
import { useUnitFormatter } from '@/client/format/use-language'
import { Button } from '../Button'
import { CardList } from '../CardList'
import { DataTable, type Column } from '../DataTable'
import { ChartIcon, DownloadIcon, TableIcon } from '../icons'
import { useTheme } from '../theme'
import { recordTrouble } from '../trouble'
import type { ChartProps } from './chart-props'
import { readPalette, type Palette } from './palette'
import { savePicture } from './save-picture'
import './charts.css'

/** A row of a chart's data table; cells are formatted, in the order of `headers`. */
export type TableRow = { label: string; cells: readonly string[] }

export type ChartFrameProps = Pick<ChartProps, 'question' | 'unit' | 'period' | 'height'> & {
  headers: readonly string[]
  table: readonly TableRow[]
  /** Note that is needed to read the drawing, but not the table. */
  note?: string | null
  /** Ends the enlargement of a part; null while the whole period is visible. */
  onShowWholePeriod?: (() => void) | null
  children: (palette: Palette) => ReactNode
}

/** Joins period and unit. A count has no unit, and a snapshot of the current state has no period. */
function getCaption(t: TFunction<'client'>, period: string, unit: string): string {
  if (!unit) return period
  return period ? t('ui.chart.caption', { period, unit }) : t('ui.chart.captionUnit', { unit })
}

/** Frame of a chart: title, unit and period, the drawing or its data table, and a button that saves the picture. */
export function ChartFrame({
  question,
  unit,
  period,
  height = 280,
  headers,
  table,
  note,
  onShowWholePeriod,
  children,
}: ChartFrameProps) {
  const { t } = useTranslation('client')
  const theme = useTheme()
  const palette = useMemo(() => readPalette(theme), [theme])
  const [showsTable, setShowsTable] = useState(false)
  const drawing = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const caption = getCaption(t, period, useUnitFormatter()(unit))
  const saveDrawing = () => {
    const canvas = drawing.current?.querySelector('canvas')
    if (canvas)
      savePicture(canvas, question, period, caption, palette).catch((error: unknown) =>
        recordTrouble('picture not saved', error),
      )
  }
  const isEmpty = table.every(({ cells }) => cells.every((cell) => cell === MISSING_TEXT))
  return (
    <section className="ui-chart" aria-labelledby={titleId}>
      <header>
        <div>
          <h2 id={titleId}>{question}</h2>
          {caption && <p>{caption}</p>}
          {note && !showsTable && <p>{note}</p>}
        </div>
        {onShowWholePeriod && !showsTable && (
          <Button look="quiet" onClick={onShowWholePeriod}>
            {t('ui.chart.wholePeriod')}
          </Button>
        )}
        <Button
          look="quiet"
          icon={showsTable ? <ChartIcon size={20} /> : <TableIcon size={20} />}
          aria-label={t(showsTable ? 'ui.chart.chart' : 'ui.chart.table')}
          title={t(showsTable ? 'ui.chart.chart' : 'ui.chart.table')}
          aria-pressed={showsTable}
          onClick={() => setShowsTable(!showsTable)}
        />
        {!showsTable && (
          <Button
            look="quiet"
            icon={<DownloadIcon size={20} />}
            aria-label={t('ui.chart.save')}
            title={t('ui.chart.save')}
            disabled={isEmpty}
            onClick={saveDrawing}
          />
        )}
      </header>
      <div ref={drawing} className="ui-chart-drawing" style={{ height }}>
        {isEmpty ? (
          <p>{t('ui.chart.empty')}</p>
        ) : showsTable ? (
          <ChartDataTable label={question} headers={headers} table={table} />
        ) : (
          children(palette)
        )}
      </div>
    </section>
  )
}

type NumberedRow = TableRow & { index: number }

function ChartDataTable({
  label,
  headers,
  table,
}: {
  label: string
  headers: readonly string[]
  table: readonly TableRow[]
}) {
  const { t } = useTranslation('client')
  const rows = useMemo(() => table.map((row, index): NumberedRow => ({ ...row, index })), [table])
  const columns = useMemo((): Column<NumberedRow>[] => {
    const labelColumn: Column<NumberedRow> = {
      id: 'label',
      header: t('ui.chart.label'),
      renderCell: (row) => row.label,
      cardSlot: 'title',
    }
    const valueColumns = headers.map((header, index): Column<NumberedRow> => ({
      id: `value${index}`,
      header,
      renderCell: (row) => row.cells[index],
      isNumber: true,
    }))
    return [labelColumn, ...valueColumns]
  }, [headers, t])
  const isNarrow = headers.length > 2 && matchMedia('(max-width: 599px)').matches
  const ListComponent = isNarrow ? CardList : DataTable
  return <ListComponent label={label} columns={columns} rows={rows} getRowKey={(row) => String(row.index)} />
}
