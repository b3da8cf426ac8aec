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
import { sheetFile } from '../contract/detail-sheets'
import { anySheet, anySheetFile, stopRow, stopSheet } from '../contract/figure-sheets'
import { figureFields, figureRow } from '../contract/sheet-fields'
import { presets, sheetKeys } from '../rules/presets'
import { inputOf, useAsked, type SheetAsked } from './asked'
import { SheetBar } from './SheetBar'
import { SheetTable } from './SheetTable'

const RESOURCES = { resources: ['shiftFigure', 'figureCorrection'] }
const STOPS = { resources: ['lineStop'] }
const MOST_KEYS = 4
const views = ['atWill', 'stops'] as const

/** 任意日期报表: selected metrics by selected keys over any dates, and the stops of these dates. */
export default function AnyDatePage() {
  const { t } = useTranslation(['sheets', 'contract'])
  const [params, change] = useParams()
  const asked = useAsked()
  const view = views.find((one) => one === params.get('view')) ?? 'atWill'
  const by = listOf(params.get('by')) ?? [...presets.atWill.by]
  const columns = listOf(params.get('columns')) ?? [...presets.atWill.columns]
  return (
    <PageFrame
      title={t('contract:menu.anyDateSheet')}
      tools={
        view === 'atWill' ? (
          <ExportButton of={anySheetFile} input={{ ...inputOf(asked), by, columns }} />
        ) : (
          <ExportButton of={sheetFile} input={{ ...inputOf(asked), sheet: 'stops' }} />
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
        <SheetBar asked={asked} />
        {view === 'atWill' ? (
          <>
            <Chooser by={by} columns={columns} />
            <Lines asked={asked} by={by} columns={columns} />
          </>
        ) : (
          <Stops asked={asked} />
        )}
      </div>
    </PageFrame>
  )
}
const listOf = (value: string | null): string[] | null => (value ? value.split(',').filter(Boolean) : null)

/** Selects group keys and columns. */
function Chooser({ by, columns }: { by: readonly string[]; columns: readonly string[] }) {
  const { t } = useTranslation(['sheets', 'plant'])
  const [, change] = useParams()
  const seen = useCanSee()
  const toggled = (all: readonly string[], one: string): string =>
    (all.includes(one) ? all.filter((each) => each !== one) : [...all, one]).join(',')
  return (
    <details className="ui-card">
      <summary>{t('pages.choose', { by: by.length, columns: columns.length })}</summary>
      <fieldset className="choices" aria-label={t('inputs.by')}>
        {sheetKeys.map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={by.includes(key)}
            disabled={!by.includes(key) && by.length >= MOST_KEYS}
            onClick={() => change({ by: toggled(by, key) || null }, true)}
          >
            {t(`answers.${key}`)}
          </button>
        ))}
      </fieldset>
      <fieldset className="choices" aria-label={t('inputs.columns')}>
        {shiftMetricNames
          .filter((name) => seen(figureFields[name]))
          .map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={columns.includes(name)}
              title={t(`plant:figures.${name}.formula`)}
              onClick={() => change({ columns: toggled(columns, name) || null }, true)}
            >
              {t(`plant:figures.${name}.name`)}
            </button>
          ))}
      </fieldset>
    </details>
  )
}
function Lines({ asked, by, columns }: { asked: SheetAsked; by: string[]; columns: string[] }) {
  const { t } = useTranslation('sheets')
  const found = useEndpoint(anySheet, { ...inputOf(asked), by, columns }, RESOURCES)
  if (found.isPending) return <SkeletonTable columns={6} />
  if (found.error) return <NotLoadedView of={found} />
  const { rows, total, waiting } = found.data
  if (rows.length === 0) return <EmptyState title={t('pages.empty')} next={t('pages.emptyNext')} />
  return (
    <>
      {waiting > 0 && <p className="sheets-note">{t('pages.waiting', { count: waiting })}</p>}
      <SheetTable
        title={t('names.atWill')}
        fields={figureRow}
        columns={[...found.data.by.filter(isText), ...found.data.columns.filter(isText)]}
        rows={rows}
        total={total[0] ?? null}
      />
      {found.data.cut && <p className="sheets-note">{t('pages.cut', { count: rows.length })}</p>}
    </>
  )
}
const isText = (one: unknown): one is string => typeof one === 'string'
function Stops({ asked }: { asked: SheetAsked }) {
  const { t } = useTranslation('sheets')
  const found = useEndpoint(stopSheet, inputOf(asked), STOPS)
  if (found.isPending) return <SkeletonTable columns={6} />
  if (found.error) return <NotLoadedView of={found} />
  const { rows, total } = found.data
  if (rows.length === 0) return <EmptyState title={t('pages.empty')} next={t('pages.emptyNext')} />
  return (
    <SheetTable
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
