import './tools.css'
import { lazy, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useView } from '@/client/resource/RecordPage'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { SubPages } from '@/client/shell/SubPages'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { Button } from '@/client/ui/Button'
import { PrintIcon } from '@/client/ui/icons'
import { LazyBoundary } from '@/client/ui/LazyBoundary'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { tool } from '../contract/tool'
import { toolCommands } from '../contract/tool-commands'
import { inventoryStates, NEAR_END_PERCENT, defaultLifeUnits, type ToolKind } from '../rules/tool'
import { LifeBadge, LifeLimitCell } from './LifeBadge'
import { OtherToolsList } from './OtherToolsList'
import { toolTones } from './tones'
import { ToolPanel, type Tool } from './ToolPanel'

const LabelsPage = lazy(() => import('@/plant/client/labels/LabelsPage'))
const LifeView = lazy(() => import('./LifeView'))
const ToolStep = lazy(() => import('./ToolCommandPage'))
const UseList = lazy(() => import('./ToolUseList'))
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
  // A plant scraps more tools than it has; they would hide the tools in use.
  tools: { state: inventoryStates.join(',') },
  worn: { state: 'mounted', lifePercentFrom: NEAR_END_PERCENT, sort: '-lifePercent' },
  scrapped: { state: 'scrapped' },
} as const satisfies Record<ListView, object>
const cells = {
  state: createStateCell(tool, 'state', toolTones),
  lifePercent: (row: object) => <LifeBadge row={row as Tool} />,
  lifeLimit: (row: object) => <LifeLimitCell row={row as Tool} />,
}
/** A new tool starts with the default unit of the kind that the list is filtered by. */
const form = {
  start: (filters: Readonly<Record<string, unknown>>) => {
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
        labels: <LabelsPage of={tool} kind="tool" />,
      }}
    />
  )
}

function ToolViews() {
  const { t } = useTranslation('tools')
  const [params, change] = useParams()
  const view = useView(VIEWS)
  const unsentChange = useCorrectedCommand()
  const unsent = toolCommands.some(({ name }) => name === unsentChange?.op) ? unsentChange : undefined
  const above = useMemo(
    () => (
      <Tabs
        label={t('pages.tools.views')}
        switchesViews
        chosen={view}
        onChoose={(next) => change({ view: next === 'tools' ? null : next, id: null })}
        tabs={VIEWS.map((key) => ({ key, word: t(`pages.tools.view.${key}`) }))}
      />
    ),
    [t, view, change],
  )
  if (unsent || (params.get('act') && params.get('id')))
    return (
      <LazyBoundary>
        <ToolStep
          id={params.get('id')}
          act={params.get('act')}
          unsent={unsent}
          onBack={() => change({ act: null, unsent: null })}
        />
      </LazyBoundary>
    )
  if (view === 'uses') return <UseList above={above} />
  if (view === 'life') return <LifeView above={above} />
  return <ToolList key={view} above={above} view={view} />
}

function ToolList({ above, view }: { above: ReactNode; view: ListView }) {
  const { t } = useTranslation('tools')
  const [params, change] = useParams()
  const navigate = useNavigate()
  // A state filter of the person overrides the fixed filter, even for scrapped tools.
  const hasStateFilter = view === 'tools' && params.has('state')
  const printLabels = () => {
    const next = new URLSearchParams(params)
    if (!hasStateFilter) for (const [name, value] of Object.entries(FIXED_FILTERS[view])) next.set(name, String(value))
    next.delete('id')
    next.delete('view')
    void navigate(`labels?${next.toString()}`)
  }
  const renderDetail = (open: OpenRow) => (
    <ToolPanel
      key={open.row.id}
      open={open}
      onAct={(act) => change({ act })}
      onPrint={(id) => void navigate(`labels?id=${id}`)}
    />
  )
  return (
    <ResourcePage
      of={tool}
      columns={COLUMNS}
      cells={cells}
      form={form}
      {...(hasStateFilter ? {} : { fixed: FIXED_FILTERS[view] })}
      parts={{
        above: (
          <>
            {above}
            {view === 'tools' && <OtherToolsList />}
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
