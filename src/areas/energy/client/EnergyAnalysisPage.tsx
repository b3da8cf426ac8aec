import './energy.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cells } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { energyItem, energyMeter } from '../contract/energy-meter'
import { energyMonth } from '../contract/energy-month'
import AbnormalUseView from './AbnormalUseView'
import AlarmView from './AlarmView'
import AnalysisView from './AnalysisView'
import BaselineView from './BaselineView'
import BillView from './BillView'

const ENERGY_VIEWS = ['analysis', 'abnormal', 'months', 'bills', 'baselines', 'alarms', 'meters', 'items'] as const
/** The first day of the month stands for the month. */
const monthCells: Cells = { month: (row) => String(row['month']).slice(0, 7) }
const monthColumns = [
  'month',
  'electricityKwh',
  'kwhPerKg',
  'beforePercent',
  'yearBeforePercent',
  'gasM3',
  'waterM3',
  'tce',
  'energyCost',
  'analysis',
  'measures',
  'ownerId',
  'dueOn',
]
const meterColumns = [
  'code',
  'name',
  'kind',
  'medium',
  'itemId',
  'parentId',
  'lineId',
  'allocation',
  'meterId',
  'active',
]

/** 能源分析: consumption analysis, abnormal use, monthly analyses, bills, baselines, alarms, meters and items. */
export default function EnergyAnalysisPage() {
  const { t } = useTranslation('energy')
  const [params, changeParams] = useQueryParams()
  const title = t('pages.energyAnalysis.title')
  const selectedView = ENERGY_VIEWS.find((view) => view === params.get('view')) ?? 'analysis'
  const tabs = (
    <Tabs
      isNavigation
      label={t('pages.energy.views')}
      chosen={selectedView}
      onChoose={(view) => changeParams({ view, id: null, q: null, act: null })}
      tabs={ENERGY_VIEWS.map((key) => ({ key, label: t(`pages.energyAnalysis.view.${key}`) }))}
    />
  )
  const viewRenderers: Readonly<Record<(typeof ENERGY_VIEWS)[number], () => ReactNode>> = {
    analysis: () => (
      <PageFrame contentScrollsItself title={title}>
        <div className="tabbed">
          {tabs}
          <AnalysisView />
        </div>
      </PageFrame>
    ),
    abnormal: () => <AbnormalUseView title={title} tabs={tabs} />,
    months: () => (
      <ResourcePage resource={energyMonth} columns={monthColumns} cells={monthCells} parts={{ title, above: tabs }} />
    ),
    bills: () => <BillView title={title} tabs={tabs} />,
    baselines: () => <BaselineView title={title} tabs={tabs} />,
    alarms: () => <AlarmView title={title} tabs={tabs} />,
    meters: () => <ResourcePage resource={energyMeter} columns={meterColumns} parts={{ title, above: tabs }} />,
    items: () => <ResourcePage resource={energyItem} parts={{ title, above: tabs }} />,
  }
  return <div className="energy-page">{viewRenderers[selectedView]()}</div>
}
