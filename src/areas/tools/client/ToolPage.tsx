import './tools.css'
import { lazy, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useView } from '@/client/resource/RecordPage'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { SubPages } from '@/client/shell/PageViews'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { PrintIcon } from '@/client/ui/icons'
import { LazyBoundary } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { tool } from '../contract/tool'
import { toolCommands } from '../contract/tool-commands'
import { inventoryStates, NEAR_END_PERCENT, defaultLifeUnits, type ToolKind } from '../rules/tool'
import { LifeBadge, LifeLimitCell } from './LifeBadge'
import { NonKnifeToolList } from './NonKnifeToolList'
import { toolTones } from './tool-display'
import { ToolPanel, type Tool } from './ToolPanel'

const LabelsPage = lazy(() => import('@/plant/client/labels/LabelsPage'))
const LifeView = lazy(() => import('./LifeView'))
const ToolCommandPage = lazy(() => import('./ToolCommandPage'))
const ToolUseList = lazy(() => import('./ToolUseList'))
const VIEWS = ['tools', 'worn', 'scrapped', 'uses', 'life'] as const
type ListView = Exclude<(typeof VIEWS)[number], 'uses' | 'life'>
const COLUMNS = [
  'code',
  'kind',
  'state',
  'lifePercent',
  'lineId',
  'place',
  'model',
  'maker',
  'size',
  'lifeLimit',
  'usedH',
  'usedM',
  'usedKg',
  'mountedAt',
  'position',
  'price',
  'boughtOn',
  'endReason',
] as const
const FIXED_FILTERS = {
  // Scrapped tools outnumber the others over time, and would hide the tools in use.
  tools: { state: inventoryStates.join(',') },
  worn: { state: 'mounted', lifePercentFrom: NEAR_END_PERCENT, sort: '-lifePercent' },
  scrapped: { state: 'scrapped' },
} as const satisfies Record<ListView, object>
const toolCells = {
  state: createStateCell(tool, 'state', toolTones),
  lifePercent: (row: object) => <LifeBadge row={row as Tool} />,
  lifeLimit: (row: object) => <LifeLimitCell row={row as Tool} />,
}
/** A new tool starts with the default unit of the kind that the list is filtered by. */
const toolForm = {
  getStartValues: (filters: Readonly<Record<string, unknown>>) => {
    const kind = filters['kind'] as ToolKind | undefined
    return kind && kind in defaultLifeUnits ? { lifeUnit: defaultLifeUnits[kind] } : {}
  },
}

/** 工器具管理: tools with their life and commands, worn and scrapped tools, use records, and statistics of lives. */
export default function ToolPage() {
  return (
    <SubPages
      pages={{
        '': <ToolViews />,
        labels: <LabelsPage resource={tool} kind="tool" />,
      }}
    />
  )
}

function ToolViews() {
  const { t } = useTranslation('tools')
  const [params, changeParams] = useQueryParams()
  const view = useView(VIEWS)
  const unsentChange = useUnsentCommandToCorrect()
  const unsent = toolCommands.some(({ name }) => name === unsentChange?.op) ? unsentChange : undefined
  const viewTabs = useMemo(
    () => (
      <Tabs
        label={t('pages.tools.views')}
        isNavigation
        chosen={view}
        onChoose={(next) => changeParams({ view: next === 'tools' ? null : next, id: null })}
        tabs={VIEWS.map((key) => ({ key, label: t(`pages.tools.view.${key}`) }))}
      />
    ),
    [t, view, changeParams],
  )
  if (unsent || (params.get('act') && params.get('id')))
    return (
      <LazyBoundary>
        <ToolCommandPage
          id={params.get('id')}
          actionName={params.get('act')}
          unsent={unsent}
          onBack={() => changeParams({ act: null, unsent: null })}
        />
      </LazyBoundary>
    )
  if (view === 'uses') return <ToolUseList viewTabs={viewTabs} />
  if (view === 'life') return <LifeView viewTabs={viewTabs} />
  return <ToolList key={view} viewTabs={viewTabs} view={view} />
}

function ToolList({ viewTabs, view }: { viewTabs: ReactNode; view: ListView }) {
  const { t } = useTranslation('tools')
  const [params, changeParams] = useQueryParams()
  const navigate = useNavigate()
  // A state filter of the person overrides the fixed filter, even for scrapped tools.
  const hasStateFilter = view === 'tools' && params.has('state')
  const printLabels = () => {
    const labelParams = new URLSearchParams(params)
    if (!hasStateFilter)
      for (const [name, value] of Object.entries(FIXED_FILTERS[view])) labelParams.set(name, String(value))
    labelParams.delete('id')
    labelParams.delete('view')
    void navigate(`labels?${labelParams.toString()}`)
  }
  const renderDetail = (openRow: OpenRow) => (
    <ToolPanel
      key={openRow.row.id}
      openRow={openRow}
      onCommand={(action) => changeParams({ act: action })}
      onPrint={(id) => void navigate(`labels?id=${id}`)}
    />
  )
  return (
    <ResourcePage
      resource={tool}
      columns={COLUMNS}
      cells={toolCells}
      form={toolForm}
      {...(hasStateFilter ? {} : { fixedFilters: FIXED_FILTERS[view] })}
      parts={{
        above: (
          <>
            {viewTabs}
            {view === 'tools' && <NonKnifeToolList />}
          </>
        ),
        detail: renderDetail,
        tools: (
          <Button
            look="quiet"
            icon={<PrintIcon size={20} />}
            aria-label={t('pages.tools.labels')}
            title={t('pages.tools.labels')}
            onClick={printLabels}
          />
        ),
      }}
    />
  )
}
