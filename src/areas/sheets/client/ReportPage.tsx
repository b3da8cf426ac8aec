import './sheet.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageName } from '@/contract/menu'
import type { Report, ReportRow } from '@/contract/report'
import { LineScopeNotice } from '@/plant/client/report/LineScopeNotice'
import { ReportView } from '@/plant/client/report/ReportView'
import { ExportButton } from '@/client/resource/ExportButton'
import type { FormValues } from '@/client/resource/form-values'
import { ToolButtons, type SheetAction } from '@/client/ui/ActionSheet'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { reportExport, type reportKinds } from '../contract/detail-reports'
import { toFilterInput, useReportFilters, type QuickPeriod, type ReportFilters } from './report-filters'
import { CorrectionForm, isSumName, useCorrectableSums } from '@/areas/monthClosing/client/shared/CorrectionForm'
import { CorrectionList } from '@/areas/monthClosing/client/shared/CorrectionList'
import { SelectField, ReportFilterBar } from './ReportFilterBar'

interface ReportInput {
  from?: string | null
  to?: string | null
  by?: string[] | null
}
/** Fields that the answers of all reports on these pages have. */
export interface PageReportAnswer {
  readonly from: string
  readonly to: string
}
/** One report of a page, displayed as a tab if the page has several. */
export interface ReportPageView {
  readonly key: (typeof reportKinds)[number]
  readonly report: Report<ReportInput, PageReportAnswer>
  /** Group keys to select from; the first is the default. */
  readonly groupings: readonly (readonly string[])[]
  readonly defaultPeriod?: QuickPeriod
  /** True to show a note (`pages.notes`) that explains why the report differs from a similar page. */
  readonly hasNote?: boolean
  /** Rolls that the report counts; they apply only to lines that make them. */
  readonly countedRolls?: 'slit' | 'slitAndWound'
  readonly renderMore?: (answer: PageReportAnswer) => ReactNode
}
export interface ReportPageProps {
  page: PageName
  views: readonly ReportPageView[]
  /** Tabs of the page, if the report is a view of another page. */
  tabs?: ReactNode
  /** Offered next to the Excel export. */
  toolActions?: readonly SheetAction[]
  /** A form that is rendered instead of the page. */
  replacement?: ReactNode
  renderBelow?: (filters: ReportFilters) => ReactNode
}
/** Page of reports: filters, a chart, the lines with their total, the corrections, and the Excel export. */
export function ReportPage({ page, views, tabs, toolActions = [], replacement, renderBelow }: ReportPageProps) {
  const { t } = useTranslation(['sheets', 'monthClosing', 'contract'])
  const [params, changeParams] = useQueryParams()
  const view = views.find(({ key }) => key === params.get('view')) ?? views[0]!
  const filters = useReportFilters(view.defaultPeriod)
  const grouping = view.groupings.find((groupKeys) => groupKeys.join() === params.get('by')) ?? view.groupings[0]!
  const [correctionValues, setCorrectionValues] = useState<FormValues | null>(null)
  const correctableSums = useCorrectableSums()
  const getCorrectionOpener = (row: ReportRow, column: string) => {
    const { day, shift, lineId } = row
    if (!isSumName(column) || !correctableSums.includes(column) || !day || !shift || !lineId) return null
    return () => setCorrectionValues({ businessDate: day, shift, lineId, sum: column, orderId: row['orderId'] ?? null })
  }
  const correctAction: SheetAction = {
    key: 'correct',
    label: t('monthClosing:actions.sheet_alter'),
    onChoose: () => setCorrectionValues({ businessDate: filters.to, lineId: filters.lineId || null }),
  }
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
          <ToolButtons actions={correctableSums.length > 0 ? [...toolActions, correctAction] : toolActions} />
          <ExportButton
            endpoint={reportExport}
            input={{ ...toFilterInput(filters), by: [...grouping], sheet: view.key }}
          />
        </>
      }
    >
      {tabs}
      <div className="ui-sections">
        {views.length > 1 && (
          <Tabs
            label={t('pages.views')}
            isNavigation
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
              onChange={(by) => changeParams({ by }, { replace: true })}
            />
          )}
        </ReportFilterBar>
        <ReportView
          report={view.report}
          input={{ ...toFilterInput(filters), by: [...grouping] }}
          getCellAction={getCorrectionOpener}
          renderAbove={() =>
            view.countedRolls && (
              <LineScopeNotice lineId={filters.lineId} hasWoundWeb={view.countedRolls === 'slitAndWound'} />
            )
          }
          renderBelow={(answer) => (
            <>
              {view.hasNote && <p className="quiet">{t(`pages.notes.${view.key}`)}</p>}
              {view.renderMore?.(answer)}
            </>
          )}
        />
        {renderBelow?.(filters)}
        <CorrectionList from={filters.from} to={filters.to} />
      </div>
    </PageFrame>
  )
}
/** Returns the label key of a group key. The answer calls the group key `width` `widthMm`. */
const getLabelKey = (key: string): string => (key === 'width' ? 'widthMm' : key)
