import './inspection.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import { useNames } from '@/client/fields/options'
import { NarrowedRowsChip } from '@/client/resource/ListBar'
import { useQueryParams, type ParamsChanger, ROW_IDS_PARAM, useNarrowedRows } from '@/client/use-query-params'
import type { Cells } from '@/client/resource/build-columns'
import { ResourcePage, type OpenForm, type OpenRow } from '@/client/resource/ResourcePage'
import { RowPanel } from '@/client/resource/RowPanel'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { usePageTitle } from '@/client/shell/use-menu'
import { Button } from '@/client/ui/Button'
import { CheckIcon, PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import {
  addFirstInspection,
  processInspection1,
  processInspection2,
  dailyInspection,
  firstInspection,
  inspectionTime,
  postInspection,
  removeInspection,
} from '../../contract/inspections'
import type { InspectionKind } from '../../rules/inspection'
import { useFormatShift, useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { productionInspectionTones } from '../tones'
import { ProductionInspectionForm, type ItemInspectionName } from './ProductionInspectionForm'
import { ProcessInspectionForm, type ProcessInspectionName } from './ProcessInspectionForm'
import { DueInspectionList } from './DueInspectionList'
import { useDueInspections, type DueInspectionRow } from './use-due-inspections'
import { Quantity } from '@/client/ui/Quantity'
import { type ParameterWithValue, formatInspectionLimits } from './ParameterInputList'

type InspectionName = ItemInspectionName | ProcessInspectionName
const inspectionResources = {
  dailyInspection,
  postInspection,
  processInspection1,
  processInspection2,
  firstInspection,
} as Record<InspectionName, Resource>
const inspectionNames = Object.keys(inspectionResources) as InspectionName[]
const inspectionNameByKind: Record<InspectionKind, InspectionName> = {
  daily: 'dailyInspection',
  post: 'postInspection',
  process1: 'processInspection1',
  process2: 'processInspection2',
  first: 'firstInspection',
}
const isProcessInspection = (name: InspectionName): name is ProcessInspectionName =>
  name.startsWith('processInspection')
const COMMON_COLUMNS = ['businessDate', 'result', 'lineId', 'shift', 'team'] as const
const COLUMNS: Record<InspectionName, readonly string[]> = {
  dailyInspection: [...COMMON_COLUMNS, 'items', 'userId', 'filledAt', 'note'],
  postInspection: [...COMMON_COLUMNS, 'post', 'items', 'userId', 'filledAt', 'note'],
  firstInspection: [...COMMON_COLUMNS, 'workOrderId', 'released', 'jumboRollId', 'items', 'images', 'userId'],
  processInspection1: [...COMMON_COLUMNS, 'workOrderId', 'outOfLimits', 'measuredAt', 'processStandardId', 'userId'],
  processInspection2: [...COMMON_COLUMNS, 'workOrderId', 'outOfLimits', 'measuredAt', 'processStandardId', 'userId'],
}

/** 生产检验: due inspections, and the records of each kind of inspection. */
export default function ProductionInspectionPage() {
  const [params, changeParams] = useQueryParams()
  const unsent = useUnsentCommandToCorrect()
  const requestedName = inspectionNames.find((candidate) => candidate === params.get('view')) ?? null
  const name = unsent
    ? (inspectionNames.find((candidate) => unsent.op?.startsWith(`${candidate}.`)) ?? requestedName)
    : requestedName
  const tabs = (
    <InspectionViewTabs
      view={name ?? 'due'}
      onChoose={(view) =>
        changeParams({ view: view === 'due' ? null : view, id: null, q: null, [ROW_IDS_PARAM]: null })
      }
    />
  )
  if (name) return <InspectionListPage key={name} name={name} tabs={tabs} changeParams={changeParams} />
  return (
    <DueInspectionsPage
      tabs={tabs}
      onInspect={({ inspection, lineId, workOrderId }) =>
        changeParams({ view: inspectionNameByKind[inspection], new: '1', line: lineId, order: workOrderId })
      }
    />
  )
}
function InspectionViewTabs({
  view,
  onChoose,
}: {
  view: InspectionName | 'due'
  onChoose: (view: InspectionName | 'due') => void
}) {
  const { t } = useTranslation('quality')
  return (
    <Tabs
      isNavigation
      label={t('pages.inspection.views')}
      chosen={view}
      onChoose={onChoose}
      tabs={[
        { key: 'due', label: t('inspectionTime.name') },
        ...inspectionNames.map((key) => ({ key, label: t(`${key}.name`) })),
      ]}
    />
  )
}
function DueInspectionsPage({
  tabs,
  onInspect,
}: {
  tabs: React.ReactNode
  onInspect: (inspection: DueInspectionRow) => void
}) {
  const { t } = useTranslation('quality')
  const inspections = useDueInspections()
  const narrowedRows = useNarrowedRows()
  const canAdd = useCanCall(inspectionTime.endpoints.create)
  const nextInspection = inspections.rows.find((row) => ['overdue', 'due'].includes(inspections.getDueState(row)))
  const lineName = useNames('line', nextInspection ? [nextInspection.lineId] : [], inspections.list.refs)[
    nextInspection?.lineId ?? ''
  ]
  return (
    <PageFrame
      contentScrollsItself
      title={usePageTitle() ?? ''}
      primary={
        canAdd &&
        nextInspection && (
          <Button look="primary" icon={<CheckIcon size={20} />} onClick={() => onInspect(nextInspection)}>
            {[t(`inspectionTime.options.inspection.${nextInspection.inspection}`), lineName]
              .filter(Boolean)
              .join(' · ')}
          </Button>
        )
      }
    >
      <div className="tabbed">
        {tabs}
        <NarrowedRowsChip ids={narrowedRows.ids} onClear={narrowedRows.clear} />
        <DueInspectionList
          inspections={{ ...inspections, rows: narrowedRows.filter(inspections.rows) }}
          onInspect={onInspect}
        />
      </div>
    </PageFrame>
  )
}
/** Lists all inspections of one kind, newest first. */
function InspectionListPage({
  name,
  tabs,
  changeParams,
}: {
  name: InspectionName
  tabs: React.ReactNode
  changeParams: ParamsChanger
}) {
  const { t } = useTranslation(['quality', 'client', 'plant'])
  const [params] = useQueryParams()
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const resource = inspectionResources[name]
  const createEndpoint =
    name === 'firstInspection' ? (addFirstInspection as Endpoint) : (resource.endpoints.create as Endpoint | undefined)
  const canAdd = useCanCall(createEndpoint)
  const cells = useMemo(
    (): Cells => ({
      result: createStateCell(resource, 'result', productionInspectionTones),
      shift: (row) => formatShift(row['shift']),
      team: (row) => formatTeam(row['team']),
      values: (row) => <MeasuredValueList values={row['values']} />,
    }),
    [resource, formatShift, formatTeam],
  )
  const presetValues = {
    ...(params.get('line') ? { lineId: params.get('line') } : {}),
    ...(params.get('order') ? { workOrderId: params.get('order') } : {}),
  }
  const closeForm = () =>
    changeParams({ new: null, edit: null, unsent: null, line: null, order: null }, { replace: true })
  const onSaved = (id: string) =>
    changeParams({ new: null, edit: null, unsent: null, line: null, order: null, id: id || null }, { replace: true })
  const renderForm = ({ row, unsent, refs }: OpenForm) =>
    isProcessInspection(name) ? (
      <ProcessInspectionForm
        name={name}
        unsent={unsent}
        presetValues={presetValues}
        onBack={closeForm}
        onDone={onSaved}
      />
    ) : (
      <ProductionInspectionForm
        name={name}
        {...(row ? { row, refs } : { unsent, presetValues })}
        onBack={closeForm}
        onDone={onSaved}
      />
    )
  // Only process inspections show their values with limits; the others use plain text.
  const plainCells = useMemo(
    (): Cells => Object.fromEntries(Object.entries(cells).filter(([field]) => field !== 'values')),
    [cells],
  )
  // One endpoint removes both daily and post inspections.
  const removeEndpoint = name === 'dailyInspection' || name === 'postInspection' ? removeInspection : undefined
  const renderDetail = (open: OpenRow) => (
    <RowPanel
      resource={resource}
      {...open}
      rowType={t(`${name}.name`)}
      cells={isProcessInspection(name) ? cells : plainCells}
      updateEndpoint={resource.endpoints.update as Endpoint | undefined}
      {...(removeEndpoint ? { removeEndpoint } : {})}
    />
  )
  return (
    <ResourcePage
      resource={resource}
      columns={COLUMNS[name]}
      cells={cells}
      primary={
        canAdd ? (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => changeParams({ new: '1' })}>
            {t('pages.inspection.add')}
          </Button>
        ) : null
      }
      form={{ ...(createEndpoint ? { commands: { create: createEndpoint } } : {}), render: renderForm }}
      parts={{ above: tabs, detail: renderDetail }}
    />
  )
}

/** Lists measured parameters with the limits they were judged by, and highlights values outside them. */
function MeasuredValueList({ values }: { values: unknown }) {
  const { t } = useTranslation('quality')
  const parameters = Array.isArray(values) ? (values as ParameterWithValue[]) : []
  return (
    <ul className="parameters">
      {parameters.map((parameter) => (
        <li key={parameter.key}>
          <b>{parameter.label}</b>
          <Quantity
            value={parameter.actual}
            unit={parameter.unit ?? ''}
            decimals={3}
            lowLimit={parameter.low}
            highLimit={parameter.high}
            showsAllDigits
          />
          <small>{formatInspectionLimits(parameter, t) ?? t('pages.inspection.noLimits')}</small>
        </li>
      ))}
    </ul>
  )
}
