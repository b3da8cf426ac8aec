import '@/client/fields/fields.css'
import './sheet.css'
import { Collapse } from '@/client/ui/Collapse'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '@/client/resource/ExportButton'
import { useCanSee } from '@/client/session/use-session'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { shiftMetricNames } from '@/areas/figures/rules/metric-values'
import { LineScopeNotice } from '@/plant/client/report/LineScopeNotice'
import { ReportExportButton, ReportView } from '@/plant/client/report/ReportView'
import { reportExport } from '../contract/detail-reports'
import { customReport, stopReport } from '../contract/metric-reports'
import { reportMetricFields } from '../contract/report-fields'
import { reportPresets, reportGroupKeys } from '../rules/report-presets'
import { toFilterInput, useReportFilters } from './report-filters'
import { ReportFilterBar } from './ReportFilterBar'

const MAX_GROUP_KEYS = 4
const VIEWS = ['atWill', 'stops'] as const

/** 任意日期报表: selected metrics per selected keys over any dates, and the stops of these dates. */
export default function AnyDatePage() {
  const { t } = useTranslation(['sheets', 'contract'])
  const [params, changeParams] = useQueryParams()
  const filters = useReportFilters()
  const view = VIEWS.find((candidate) => candidate === params.get('view')) ?? 'atWill'
  const groupKeys = parseList(params.get('by')) ?? [...reportPresets.atWill.by]
  const columns = parseList(params.get('columns')) ?? [...reportPresets.atWill.columns]
  const customInput = { ...toFilterInput(filters), by: groupKeys, columns }
  return (
    <PageFrame
      title={t('contract:menu.anyDateSheet')}
      tools={
        view === 'atWill' ? (
          <ReportExportButton report={customReport} input={customInput} />
        ) : (
          <ExportButton endpoint={reportExport} input={{ ...toFilterInput(filters), sheet: 'stops' }} />
        )
      }
    >
      <div className="ui-sections">
        <Tabs
          label={t('pages.views')}
          isNavigation
          tabs={VIEWS.map((key) => ({ key, label: t(`names.${key}`) }))}
          chosen={view}
          onChoose={(key) => changeParams({ view: key })}
        />
        <ReportFilterBar filters={filters} />
        {view === 'atWill' ? (
          <>
            <LayoutPanel groupKeys={groupKeys} columns={columns} />
            <LineScopeNotice lineId={filters.lineId} />
            <ReportView report={customReport} input={customInput} />
          </>
        ) : (
          <ReportView
            report={stopReport}
            input={toFilterInput(filters)}
            renderBelow={() => <p className="quiet">{t('pages.notes.stopParts')}</p>}
          />
        )}
      </div>
    </PageFrame>
  )
}
const parseList = (value: string | null): string[] | null => (value ? value.split(',').filter(Boolean) : null)

/** Selects group keys and columns. */
function LayoutPanel({ groupKeys, columns }: { groupKeys: readonly string[]; columns: readonly string[] }) {
  const { t } = useTranslation(['sheets', 'plant'])
  const [, changeParams] = useQueryParams()
  const canSee = useCanSee()
  const toggleItem = (items: readonly string[], item: string): string =>
    (items.includes(item) ? items.filter((other) => other !== item) : [...items, item]).join(',')
  return (
    <Collapse className="ui-card" title={t('pages.choose', { by: groupKeys.length, columns: columns.length })}>
      <fieldset className="choices cluster" aria-label={t('inputs.by')}>
        {reportGroupKeys.map((key) => (
          <button
            key={key}
            type="button"
            aria-pressed={groupKeys.includes(key)}
            disabled={!groupKeys.includes(key) && groupKeys.length >= MAX_GROUP_KEYS}
            onClick={() => changeParams({ by: toggleItem(groupKeys, key) || null }, { replace: true })}
          >
            {t(`answers.${key}`)}
          </button>
        ))}
      </fieldset>
      <fieldset className="choices cluster" aria-label={t('inputs.columns')}>
        {shiftMetricNames
          .filter((name) => canSee(reportMetricFields[name]))
          .map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={columns.includes(name)}
              title={t(`plant:figures.${name}.formula`)}
              onClick={() => changeParams({ columns: toggleItem(columns, name) || null }, { replace: true })}
            >
              {t(`plant:figures.${name}.name`)}
            </button>
          ))}
      </fieldset>
    </Collapse>
  )
}
