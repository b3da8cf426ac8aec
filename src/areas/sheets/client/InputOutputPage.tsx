import './sheet.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { ResourceForm } from '@/client/resource/ResourceForm'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { Quantity } from '@/client/ui/Quantity'
import { useParams } from '@/client/use-params'
import { useShiftCheck } from '@/plant/client/sheet/use-shift-check'
import {
  inputReportExport,
  inputLine,
  inputRow,
  inputReport,
  outputReportExport,
  outputLine,
  outputRow,
  outputReport,
} from '../contract/input-output'
import { toFilterInput, useReportFilters, type ReportFilters } from './report-filters'
import { InputOutputMonthPanel } from './InputOutputMonthPanel'
import { ReportFilterBar } from './ReportFilterBar'
import { ReportTable, type ReportRow } from './ReportTable'

const RESOURCES = { resources: ['inputLine', 'outputLine', 'feed', 'jumboRoll'] }
const VIEWS = ['input', 'output', 'month'] as const
const SIDES = {
  input: { resource: inputLine, file: inputReportExport, fields: inputRow },
  output: { resource: outputLine, file: outputReportExport, fields: outputRow },
} as const
type Side = keyof typeof SIDES

/** 投入产出表: input, output, and the month, which two people approve. */
export default function InputOutputPage() {
  const { t } = useTranslation(['sheets', 'contract'])
  const [params, changeParams] = useParams()
  const filters = useReportFilters()
  const view = VIEWS.find((candidate) => candidate === params.get('view')) ?? 'input'
  const side: Side = view === 'output' ? 'output' : 'input'
  const { resource, file } = SIDES[side]
  const [openedLineId, setOpenedLineId] = useState<string | null>(null)
  const canAdd = useCanCall(resource.endpoints.create)
  if (openedLineId) return <LineForm side={side} id={openedLineId} onClose={() => setOpenedLineId(null)} />
  const { team: _team, ...input } = toFilterInput({ ...filters, team: '' }) as ReturnType<typeof toFilterInput> & {
    team?: string
  }
  return (
    <PageFrame
      title={t('contract:menu.inputOutputSheet')}
      tools={view !== 'month' && <ExportButton endpoint={file as Endpoint<typeof input, Blob>} input={input} />}
      primary={
        view !== 'month' &&
        canAdd && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => setOpenedLineId('new')}>
            {t(`pages.io.add.${side}`)}
          </Button>
        )
      }
    >
      <div className="sheets">
        <Tabs
          label={t('pages.views')}
          switchesViews
          tabs={VIEWS.map((key) => ({ key, label: t(`pages.io.view.${key}`) }))}
          chosen={view}
          onChoose={(key) => changeParams({ view: key })}
        />
        {view === 'month' ? (
          <InputOutputMonthPanel />
        ) : (
          <>
            <ReportFilterBar filters={filters} hasTeamField={false} />
            {view === 'input' ? (
              <InputTable filters={filters} onOpen={setOpenedLineId} />
            ) : (
              <OutputTable filters={filters} onOpen={setOpenedLineId} />
            )}
          </>
        )}
      </div>
    </PageFrame>
  )
}
interface LineTableProps {
  filters: ReportFilters
  onOpen: (id: string) => void
}
const createCellOpener = (onOpen: LineTableProps['onOpen']) => (row: ReportRow, column: string) =>
  row['manual'] && column === 'kg' && row['id'] ? () => onOpen(String(row['id'])) : null
function InputTable({ filters, onOpen }: LineTableProps) {
  const { t } = useTranslation('sheets')
  const reportQuery = useEndpoint(inputReport, toFilterInput({ ...filters, team: '' }), RESOURCES)
  if (reportQuery.isPending) return <SkeletonTable columns={6} />
  if (reportQuery.error) return <NotLoadedView query={reportQuery} />
  const { rows, derivedKg, manualKg, packKg } = reportQuery.data
  if (rows.length === 0) return <EmptyState title={t('pages.empty')} advice={t('pages.emptyNext')} />
  return (
    <>
      <SumList sums={{ derivedKg, manualKg, packKg }} />
      <ReportTable
        title={t('names.input')}
        fields={inputRow}
        columns={['day', 'shift', 'line', 'order', 'kind', 'material', 'lot', 'kg', 'manual', 'reason']}
        rows={rows}
        getCellAction={createCellOpener(onOpen)}
      />
    </>
  )
}
function OutputTable({ filters, onOpen }: LineTableProps) {
  const { t } = useTranslation('sheets')
  const reportQuery = useEndpoint(outputReport, toFilterInput({ ...filters, team: '' }), RESOURCES)
  if (reportQuery.isPending) return <SkeletonTable columns={6} />
  if (reportQuery.error) return <NotLoadedView query={reportQuery} />
  const { rows, derivedKg, manualKg } = reportQuery.data
  if (rows.length === 0) return <EmptyState title={t('pages.empty')} advice={t('pages.emptyNext')} />
  return (
    <>
      <SumList sums={{ derivedKg, manualKg }} />
      <ReportTable
        title={t('names.output')}
        fields={outputRow}
        columns={['day', 'shift', 'line', 'order', 'product', 'grade', 'rolls', 'kg', 'manual', 'reason']}
        rows={rows}
        getCellAction={createCellOpener(onOpen)}
      />
    </>
  )
}
function SumList({ sums }: { sums: Readonly<Record<string, number>> }) {
  const { t } = useTranslation('sheets')
  return (
    <dl className="sheets-actions">
      {Object.entries(sums).map(([name, value]) => (
        <div key={name} className="ui-card">
          <dt>{t(`answers.${name}`)}</dt>
          <dd>
            <Quantity value={value} unit="kg" decimals={0} size="large" />
          </dd>
        </div>
      ))}
    </dl>
  )
}
/** Form for a new or an existing manual line. */
function LineForm({ side, id, onClose }: { side: Side; id: string; onClose: () => void }) {
  const inputQuery = useRow(inputLine, side === 'input' && id !== 'new' ? id : null)
  const outputQuery = useRow(outputLine, side === 'output' && id !== 'new' ? id : null)
  const { row, refs, isLoading } = side === 'input' ? inputQuery : outputQuery
  const shiftCheck = useShiftCheck(row ?? undefined)
  if (isLoading) return <SkeletonTable columns={3} />
  return (
    <ResourceForm
      resource={SIDES[side].resource}
      row={row}
      refs={refs}
      startValues={{}}
      check={shiftCheck}
      onDone={onClose}
      onBack={onClose}
    />
  )
}
