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
  inputFile,
  inputLine,
  inputRow,
  inputSheet,
  outputFile,
  outputLine,
  outputRow,
  outputSheet,
} from '../contract/input-output'
import { inputOf, useAsked, type SheetAsked } from './asked'
import { InputOutputMonth } from './InputOutputMonth'
import { SheetBar } from './SheetBar'
import { SheetTable, type SheetRow } from './SheetTable'

const RESOURCES = { resources: ['inputLine', 'outputLine', 'feed', 'jumboRoll'] }
const views = ['input', 'output', 'month'] as const
const sides = {
  input: { resource: inputLine, file: inputFile, fields: inputRow },
  output: { resource: outputLine, file: outputFile, fields: outputRow },
} as const
type Side = keyof typeof sides

/** 投入产出表: input, output, and the month, which two people approve. */
export default function InputOutputPage() {
  const { t } = useTranslation(['sheets', 'contract'])
  const [params, change] = useParams()
  const asked = useAsked()
  const view = views.find((one) => one === params.get('view')) ?? 'input'
  const side: Side = view === 'output' ? 'output' : 'input'
  const { resource, file } = sides[side]
  const [opened, setOpened] = useState<string | null>(null)
  const mayAdd = useCanCall(resource.endpoints.create)
  if (opened) return <LineForm side={side} id={opened} onClose={() => setOpened(null)} />
  const { team: _team, ...input } = inputOf({ ...asked, team: '' }) as ReturnType<typeof inputOf> & { team?: string }
  return (
    <PageFrame
      title={t('contract:menu.inputOutputSheet')}
      tools={view !== 'month' && <ExportButton of={file as Endpoint<typeof input, Blob>} input={input} />}
      primary={
        view !== 'month' &&
        mayAdd && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => setOpened('new')}>
            {t(`pages.io.add.${side}`)}
          </Button>
        )
      }
    >
      <div className="sheets">
        <Tabs
          label={t('pages.views')}
          switchesViews
          tabs={views.map((key) => ({ key, word: t(`pages.io.view.${key}`) }))}
          chosen={view}
          onChoose={(key) => change({ view: key })}
        />
        {view === 'month' ? (
          <InputOutputMonth />
        ) : (
          <>
            <SheetBar asked={asked} team={false} />
            {view === 'input' ? <Inputs asked={asked} open={setOpened} /> : <Outputs asked={asked} open={setOpened} />}
          </>
        )}
      </div>
    </PageFrame>
  )
}
interface Shown {
  asked: SheetAsked
  open: (id: string) => void
}
const opening = (open: Shown['open']) => (row: SheetRow, column: string) =>
  row['manual'] && column === 'kg' && row['id'] ? () => open(String(row['id'])) : null
function Inputs({ asked, open }: Shown) {
  const { t } = useTranslation('sheets')
  const found = useEndpoint(inputSheet, inputOf({ ...asked, team: '' }), RESOURCES)
  if (found.isPending) return <SkeletonTable columns={6} />
  if (found.error) return <NotLoadedView of={found} />
  const { rows, derivedKg, manualKg, packKg } = found.data
  if (rows.length === 0) return <EmptyState title={t('pages.empty')} next={t('pages.emptyNext')} />
  return (
    <>
      <Sums of={{ derivedKg, manualKg, packKg }} />
      <SheetTable
        title={t('names.input')}
        fields={inputRow}
        columns={['day', 'shift', 'line', 'order', 'kind', 'material', 'lot', 'kg', 'manual', 'reason']}
        rows={rows}
        onCell={opening(open)}
      />
    </>
  )
}
function Outputs({ asked, open }: Shown) {
  const { t } = useTranslation('sheets')
  const found = useEndpoint(outputSheet, inputOf({ ...asked, team: '' }), RESOURCES)
  if (found.isPending) return <SkeletonTable columns={6} />
  if (found.error) return <NotLoadedView of={found} />
  const { rows, derivedKg, manualKg } = found.data
  if (rows.length === 0) return <EmptyState title={t('pages.empty')} next={t('pages.emptyNext')} />
  return (
    <>
      <Sums of={{ derivedKg, manualKg }} />
      <SheetTable
        title={t('names.output')}
        fields={outputRow}
        columns={['day', 'shift', 'line', 'order', 'product', 'grade', 'rolls', 'kg', 'manual', 'reason']}
        rows={rows}
        onCell={opening(open)}
      />
    </>
  )
}
function Sums({ of }: { of: Readonly<Record<string, number>> }) {
  const { t } = useTranslation('sheets')
  return (
    <dl className="sheets-actions">
      {Object.entries(of).map(([name, value]) => (
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
  const input = useRow(inputLine, side === 'input' && id !== 'new' ? id : null)
  const output = useRow(outputLine, side === 'output' && id !== 'new' ? id : null)
  const { row, refs, isLoading } = side === 'input' ? input : output
  const check = useShiftCheck(row ?? undefined)
  if (isLoading) return <SkeletonTable columns={3} />
  return (
    <ResourceForm
      of={sides[side].resource}
      row={row}
      refs={refs}
      start={{}}
      check={check}
      onDone={onClose}
      onBack={onClose}
    />
  )
}
