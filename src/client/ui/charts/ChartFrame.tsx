import { useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnit } from '../../format/use-unit'
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
  heads: readonly string[]
  table: readonly TableRow[]
  /** Needed to read the drawing, but not the table. */
  note?: string | null
  children: (palette: Palette) => ReactNode
}

/** Frame of a chart: title, unit and period, the drawing or its data table, and a button that saves the picture. */
export function ChartFrame({ question, unit, period, height = 280, heads, table, note, children }: ChartFrameProps) {
  const { t } = useTranslation('client')
  const theme = useTheme()
  const palette = useMemo(() => readPalette(theme), [theme])
  const [asTable, setAsTable] = useState(false)
  const drawing = useRef<HTMLDivElement>(null)
  const title = useId()
  const caption = t('ui.chart.caption', { period, unit: useUnit()(unit) })
  const save = () => {
    const canvas = drawing.current?.querySelector('canvas')
    if (canvas)
      savePicture(canvas, question, period, caption, palette).catch((error: unknown) =>
        recordTrouble('picture not saved', error),
      )
  }
  const empty = table.length === 0
  return (
    <section className="ui-chart" aria-labelledby={title}>
      <header>
        <div>
          <h2 id={title}>{question}</h2>
          <p>{caption}</p>
          {note && !asTable && <p>{note}</p>}
        </div>
        <Button
          look="quiet"
          icon={asTable ? <ChartIcon size={20} /> : <TableIcon size={20} />}
          aria-label={t(asTable ? 'ui.chart.chart' : 'ui.chart.table')}
          title={t(asTable ? 'ui.chart.chart' : 'ui.chart.table')}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        />
        {!asTable && (
          <Button
            look="quiet"
            icon={<DownloadIcon size={20} />}
            aria-label={t('ui.chart.save')}
            title={t('ui.chart.save')}
            disabled={empty}
            onClick={save}
          />
        )}
      </header>
      <div ref={drawing} className="ui-chart-drawing" style={{ height }}>
        {empty ? (
          <p>{t('ui.chart.empty')}</p>
        ) : asTable ? (
          <BehindTable label={question} heads={heads} table={table} />
        ) : (
          children(palette)
        )}
      </div>
    </section>
  )
}

type Numbered = TableRow & { index: number }

function BehindTable({ label, heads, table }: { label: string; heads: readonly string[]; table: readonly TableRow[] }) {
  const { t } = useTranslation('client')
  const rows = useMemo(() => table.map((row, index): Numbered => ({ ...row, index })), [table])
  const columns = useMemo((): Column<Numbered>[] => {
    const first: Column<Numbered> = {
      id: 'label',
      header: t('ui.chart.label'),
      cell: (row) => row.label,
      card: 'title',
    }
    const others = heads.map((head, index): Column<Numbered> => ({
      id: `value${index}`,
      header: head,
      cell: (row) => row.cells[index],
      number: true,
    }))
    return [first, ...others]
  }, [heads, t])
  const narrow = heads.length > 2 && matchMedia('(max-width: 599px)').matches
  const Shown = narrow ? CardList : DataTable
  return <Shown label={label} columns={columns} rows={rows} rowKey={(row) => String(row.index)} />
}
