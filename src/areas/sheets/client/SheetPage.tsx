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
import { sheetFile, type fileKinds } from '../contract/detail-sheets'
import { inputOf, useAsked, type QuickPeriod, type SheetAsked } from './asked'
import { CorrectionForm, isSum, useAlterable } from './CorrectionForm'
import { Corrections } from './Corrections'
import { Select, SheetBar } from './SheetBar'
import { SheetTable, type SheetRow } from './SheetTable'

interface SheetInput {
  from?: string | null
  to?: string | null
  by?: string[] | null
}
export interface SheetAnswer {
  from: string
  to: string
  countedAt: string | null
  waiting: number
  cut: boolean
  by?: string[]
  columns?: string[]
  rows: SheetRow[]
  total: SheetRow[]
}
/** One report of a page. */
export interface SheetView {
  readonly key: string
  readonly endpoint: Endpoint<SheetInput, SheetAnswer>
  readonly fields: Fields
  /** Group keys to select from; the first is the default. */
  readonly ways: readonly (readonly string[])[]
  /** Number columns, if the answer does not name them. */
  readonly figures?: readonly string[]
  /** Number column displayed in the chart. */
  readonly drawn: string
  readonly usual?: QuickPeriod
  readonly file: (typeof fileKinds)[number]
  /** The report differs from another page in what it includes; a note (`notes`) explains how. */
  readonly noted?: boolean
  readonly more?: (answer: SheetAnswer, asked: SheetAsked) => ReactNode
}
export interface SheetPageProps {
  page: PageName
  views: readonly SheetView[]
  /** Tabs of the page that it is a view of, if it is not a page itself. */
  tabs?: ReactNode
  /** Displayed next to the Excel export. */
  tools?: ReactNode
  /** Rendered instead of the page: a form. */
  form?: ReactNode
  below?: (asked: SheetAsked) => ReactNode
}
/** Page of reports: filters, a chart, the lines with their total, the corrections, and the Excel export. */
export function SheetPage({ page, views, tabs, tools, form, below }: SheetPageProps) {
  const { t } = useTranslation(['sheets', 'contract'])
  const [params, change] = useParams()
  const view = views.find(({ key }) => key === params.get('view')) ?? views[0]!
  const asked = useAsked(view.usual)
  const way = view.ways.find((one) => one.join() === params.get('by')) ?? view.ways[0]!
  const [start, setStart] = useState<FormValues | null>(null)
  const mine = useAlterable()
  if (form) return form
  if (start) return <CorrectionForm start={start} mine={mine} onBack={() => setStart(null)} />
  return (
    <PageFrame
      title={t(`contract:menu.${page}`)}
      tools={
        <>
          {tools}
          {mine.length > 0 && (
            <Button onClick={() => setStart({ businessDate: asked.to, lineId: asked.lineId || null })}>
              {t('actions.sheet_alter')}
            </Button>
          )}
          <ExportButton of={sheetFile} input={{ ...inputOf(asked), by: [...way], sheet: view.file }} />
        </>
      }
    >
      {tabs}
      <div className="sheets">
        {views.length > 1 && (
          <Tabs
            label={t('pages.views')}
            switchesViews
            tabs={views.map(({ key }) => ({ key, word: t(`names.${key}`) }))}
            chosen={view.key}
            onChoose={(key) => change({ view: key, by: null })}
          />
        )}
        <SheetBar asked={asked}>
          {view.ways.length > 1 && (
            <Select
              label={t('inputs.by')}
              value={way.join()}
              options={view.ways.map((one) => [one.join(), one.map((key) => t(`answers.${wordKey(key)}`)).join(' · ')])}
              onChange={(by) => change({ by }, true)}
            />
          )}
        </SheetBar>
        <Shown view={view} asked={asked} way={way} sums={mine} onCorrect={setStart} />
        {below?.(asked)}
        <Corrections from={asked.from} to={asked.to} />
      </div>
    </PageFrame>
  )
}
const wordKey = (key: string): string => (key === 'width' ? 'widthMm' : key)
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

function Shown({
  view,
  asked,
  way,
  sums: mine,
  onCorrect,
}: {
  view: SheetView
  asked: SheetAsked
  way: readonly string[]
  /** Sums that the person may correct. */
  sums: readonly SumName[]
  onCorrect: (start: FormValues) => void
}) {
  const { t } = useTranslation('sheets')
  const zone = usePlantZone()
  const found = useEndpoint(view.endpoint, { ...inputOf(asked), by: [...way] }, { resources: RESOURCES })
  if (found.isPending) return <SkeletonTable columns={6} />
  if (found.error) return <NotLoadedView of={found} />
  const { data } = found
  const words = (data.by ?? way).map((key) => (key === 'width' ? 'widthMm' : key))
  const numbers = data.columns ?? view.figures ?? []
  if (data.rows.length === 0) return <EmptyState title={t('pages.empty')} next={t('pages.emptyNext')} />
  const onCell = (row: SheetRow, column: string) => {
    const { day, shift, lineId } = row
    if (!isSum(column) || !mine.includes(column) || !day || !shift || !lineId) return null
    return () => onCorrect({ businessDate: day, shift, lineId, sum: column, orderId: row['orderId'] ?? null })
  }
  return (
    <>
      {data.waiting > 0 && <p className="sheets-note">{t('pages.waiting', { count: data.waiting })}</p>}
      {view.noted && <p className="sheets-note">{t(`pages.notes.${view.key}`)}</p>}
      <Drawn view={view} data={data} words={words} />
      <SheetTable
        title={t(`names.${view.key}`)}
        fields={view.fields}
        columns={[...words, ...numbers]}
        rows={data.rows}
        total={data.total[0] ?? null}
        onCell={onCell}
      />
      <p className="sheets-note">
        {data.countedAt && t('pages.countedAt', { at: formatMoment(data.countedAt, zone) })}
        {data.cut && ` ${t('pages.cut', { count: data.rows.length })}`}
      </p>
      {view.more?.(data, asked)}
    </>
  )
}
const MOST_BARS = 31
/** Bar chart of the report, if there are few enough bars to read. */
function Drawn({ view, data, words }: { view: SheetView; data: SheetAnswer; words: readonly string[] }) {
  const { t } = useTranslation(['sheets', 'contract', 'plant'])
  const field = view.fields[view.drawn]
  const valueOf = (row: SheetRow): number | null => {
    const value = row[view.drawn]
    return typeof value === 'number' ? value : null
  }
  const byTime = words.some((key) => key === 'day' || key === 'month')
  const times = new Set(data.rows.map((row) => row['day'] ?? row['month']))
  // Lines without the metric, such as winders among slitters, get no bar; a gap in time does.
  const rows = byTime && times.size > 1 ? data.rows : data.rows.filter((row) => valueOf(row) !== null)
  const left = data.rows.length - rows.length
  if (!field || rows.length < 2 || rows.length > MOST_BARS) return null
  const unit = 'unit' in field ? (field.unit ?? '') : ''
  // A single month that all bars share is already in the period above them.
  const told = times.size > 1 ? words : words.filter((key) => key !== 'day' && key !== 'month')
  const nameOf = (row: SheetRow): string =>
    (told.length > 0 ? told : words)
      .map((key) => {
        if (key === 'line' && row[key] === null) return t('pages.noLine')
        const value = String(row[key] ?? '–')
        if (key === 'shift') return t(`contract:shifts.${value}`, { defaultValue: value })
        if (key === 'team') return t(`contract:teams.${value}`, { defaultValue: value })
        if (key === 'month') return value.slice(0, 7)
        return view.fields[key]?.kind === 'choice' ? t(`options.${key}.${value}`, { defaultValue: value }) : value
      })
      .join(' ')
  const course = byTime && times.size > 1
  return (
    <>
      <BarChart
        question={t(`pages.question.${view.key}`)}
        unit={unit}
        period={`${data.from} – ${data.to}`}
        xs={rows.map(nameOf)}
        series={[{ name: t(`names.${view.key}`), values: rows.map(valueOf) }]}
        {...(course ? {} : { horizontal: true, height: Math.max(180, rows.length * 28 + 60) })}
      />
      {left > 0 && <p className="sheets-note">{t('pages.notDrawn', { count: left })}</p>}
    </>
  )
}
