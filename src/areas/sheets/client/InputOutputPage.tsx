import './sheet.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { ResourceForm } from '@/client/resource/ResourceForm'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { Quantity } from '@/client/ui/Quantity'
import { useQueryParams } from '@/client/use-query-params'
import type { ReportRow } from '@/contract/report'
import type { ReportCells } from '@/plant/client/report/ReportTable'
import { ReportExportButton, ReportView } from '@/plant/client/report/ReportView'
import { useShiftCheck } from '@/plant/client/shift-record/use-shift-check'
import { inputLine, inputReport, outputLine, outputReport } from '../contract/input-output'
import { toFilterInput, useReportFilters } from './report-filters'
import { InputOutputMonthPanel } from './InputOutputMonthPanel'
import { ReportFilterBar } from './ReportFilterBar'

const VIEWS = ['input', 'output', 'month'] as const
const REPORTS_BY_SIDE = {
  input: { resource: inputLine, report: inputReport },
  output: { resource: outputLine, report: outputReport },
} as const
type Side = keyof typeof REPORTS_BY_SIDE

/** 投入产出表: input, output, and the month, which two people approve. */
export default function InputOutputPage() {
  const { t } = useTranslation(['sheets', 'contract'])
  const [params, changeParams] = useQueryParams()
  const filters = useReportFilters()
  const view = VIEWS.find((candidate) => candidate === params.get('view')) ?? 'input'
  const side: Side = view === 'output' ? 'output' : 'input'
  const { resource, report } = REPORTS_BY_SIDE[side]
  const [openedLineId, setOpenedLineId] = useState<string | null>(null)
  const canAdd = useCanCall(resource.endpoints.create)
  const lineCells = useLineCells()
  if (openedLineId) return <LineForm side={side} id={openedLineId} onClose={() => setOpenedLineId(null)} />
  // Input and output are not filtered by team.
  const { team: _team, ...input } = toFilterInput(filters)
  const lineTableProps = {
    getCellAction: createCellOpener(setOpenedLineId),
    cells: lineCells,
  }
  return (
    <PageFrame
      title={t('contract:menu.inputOutputSheet')}
      tools={view !== 'month' && <ReportExportButton report={report} input={input} />}
      primary={
        view !== 'month' &&
        canAdd && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => setOpenedLineId('new')}>
            {t(`pages.io.add.${side}`)}
          </Button>
        )
      }
    >
      <div className="ui-sections">
        <Tabs
          label={t('pages.views')}
          isNavigation
          tabs={VIEWS.map((key) => ({ key, label: t(`pages.io.view.${key}`) }))}
          chosen={view}
          onChoose={(key) => changeParams({ view: key })}
        />
        {view === 'month' ? (
          <InputOutputMonthPanel />
        ) : (
          <>
            <ReportFilterBar filters={filters} hasTeamField={false} />
            {side === 'input' ? (
              <ReportView
                report={inputReport}
                input={input}
                {...lineTableProps}
                renderAbove={({ derivedKg, correctedKg, manualKg, packKg }) => (
                  <SumList sums={{ derivedKg, correctedKg, manualKg, packKg }} />
                )}
              />
            ) : (
              <ReportView
                report={outputReport}
                input={input}
                {...lineTableProps}
                renderAbove={({ derivedKg, correctedKg, manualKg }) => (
                  <SumList sums={{ derivedKg, correctedKg, manualKg }} />
                )}
              />
            )}
          </>
        )}
      </div>
    </PageFrame>
  )
}
/** Returns the renderer of the column `manual`, which distinguishes manual lines from corrections of other lines. */
export function useLineCells(): ReportCells {
  const { t } = useTranslation('sheets')
  return {
    // A negative manual line corrects other lines.
    manual: (row) => (row['manual'] === true ? t(Number(row['kg']) < 0 ? 'answers.counter' : 'answers.manual') : null),
  }
}
/** Opens the form of a manual line when its cell `kg` is tapped. */
const createCellOpener = (onOpen: (id: string) => void) => (row: ReportRow, column: string) =>
  row['manual'] && column === 'kg' && row['id'] ? () => onOpen(String(row['id'])) : null
function SumList({ sums }: { sums: Readonly<Record<string, number>> }) {
  const { t } = useTranslation('sheets')
  return (
    <dl className="sheets-actions cluster">
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
      resource={REPORTS_BY_SIDE[side].resource}
      row={row}
      refs={refs}
      startValues={{}}
      check={shiftCheck}
      onDone={onClose}
      onBack={onClose}
    />
  )
}
