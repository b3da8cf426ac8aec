import '../inspection/inspection.css'
import './sheet.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource, Row } from '@/contract/resource'
import type { UnsentCommand } from '@/client/api/phone'
import type { BaseRow } from '@/client/resource/use-draft'
import { getFilterNames } from '@/client/resource/list-state'
import type { FormValues } from '@/client/resource/form-values'
import { LazyCommandForm, type ResourceFormCommands } from '@/client/resource/ResourceForm'
import { ResourcePage, type OpenForm, type OpenRow } from '@/client/resource/ResourcePage'
import { useCanCall } from '@/client/session/use-session'
import { PageViews } from '@/client/shell/PageViews'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { useQueryParams, type ParamsChanger } from '@/client/use-query-params'
import { addCheck, downgradeCheck, qualityCheck } from '../../contract/quality-check'
import { widthCheck } from '../../contract/width-and-oil-records'
import CheckMetricsView, { CheckSummary } from './CheckMetricsView'
import { CheckPanel } from './CheckPanel'
import { RollCheckForm } from './RollCheckForm'
import { ScanRollPage } from './ScanRollPage'
import type { CheckedRollReference } from './use-checked-roll'
import { MeasurementView, measurementNames, StorageView, useSheetCells } from './RecordViews'

const VIEWS = ['qualityCheck', 'figures', ...measurementNames, 'productStorage'] as const
/** Filters shared by all views: line, day, team etc. `result` has different options in each view. */
const SHARED_FILTERS = getFilterNames(widthCheck as Resource).filter((name) => name !== 'result')
const CHECK_COLUMNS = [
  'number',
  'result',
  'checkedAt',
  'productId',
  'lineId',
  'team',
  'defects',
  'outOfLimits',
  'images',
  'flag',
  'userId',
  'downgradedKg',
] as const
/** 质量表单: checks of rolls, their metrics, and the records of the test bench. */
export default function QualitySheetPage() {
  const { t } = useTranslation('quality')
  const [params] = useQueryParams()
  const unsent = useUnsentCommandToCorrect()
  const requestedView = VIEWS.find((candidate) => candidate === params.get('view')) ?? 'qualityCheck'
  const view = unsent
    ? (VIEWS.find((candidate) => unsent.op?.startsWith(`${candidate}.`)) ?? requestedView)
    : requestedView
  return (
    <PageViews
      page="qualitySheet"
      label={t('pages.sheet.views')}
      chosenView={unsent && view}
      sharedParams={SHARED_FILTERS}
      views={[
        {
          key: 'qualityCheck',
          label: t('qualityCheck.name'),
          render: (tabs) => <CheckListPage tabs={tabs} />,
        },
        { key: 'figures', label: t('pages.sheet.figures'), render: (tabs) => <CheckMetricsView tabs={tabs} /> },
        ...measurementNames.map((name) => ({
          key: name,
          label: t(`${name}.name`),
          render: (tabs: ReactNode) => <MeasurementView key={name} name={name} tabs={tabs} />,
        })),
        {
          key: 'productStorage',
          label: t('productStorage.name'),
          render: (tabs) => <StorageView tabs={tabs} />,
        },
      ]}
    />
  )
}
function parseRollReference(params: URLSearchParams): CheckedRollReference | null {
  const resource = params.get('of')
  const id = params.get('row')
  const number = params.get('number')
  if ((resource === 'jumboRoll' || resource === 'slitRoll') && id) return { resource, id, number }
  return number ? { resource: null, id: null, number } : null
}
function NewCheckPage({
  rollReference,
  changeParams,
  onBack,
  onDone,
}: {
  rollReference: CheckedRollReference | null
  changeParams: ParamsChanger
  onBack: () => void
  onDone: (id: string) => void
}) {
  if (rollReference)
    return (
      <RollCheckForm
        key={rollReference.id ?? rollReference.number}
        rollReference={rollReference}
        onBack={onBack}
        onDone={onDone}
      />
    )
  return (
    <ScanRollPage
      onBack={onBack}
      onRoll={({ resource, id, number }) => changeParams({ of: resource, row: id, number }, { replace: true })}
    />
  )
}
/** Form that corrects an unsent check or downgrade and shows why the server refused it. */
function UnsentCheckForm({
  unsent,
  onBack,
  onDone,
}: {
  unsent: UnsentCommand
  onBack: () => void
  onDone: (id: string) => void
}) {
  const { t } = useTranslation('quality')
  const body = unsent.body as { slitRollId?: string; jumboRollId?: string; number?: string }
  if (unsent.op === downgradeCheck.name)
    return (
      <LazyCommandForm
        endpoint={downgradeCheck as Endpoint<FormValues, unknown>}
        title={t('actions.qualityCheck_downgrade')}
        unsent={unsent}
        onBack={onBack}
        onDone={onBack}
      />
    )
  const id = body.slitRollId ?? body.jumboRollId ?? null
  const resource = body.slitRollId ? 'slitRoll' : body.jumboRollId ? 'jumboRoll' : null
  return (
    <RollCheckForm
      rollReference={{ resource, id, number: body.number ?? null }}
      unsent={unsent}
      onBack={onBack}
      onDone={onDone}
    />
  )
}
type CheckRow = Row<typeof qualityCheck>
const CHECK_COMMANDS: ResourceFormCommands = { create: addCheck as Endpoint }
function EditCheckForm({ row, onBack, onDone }: { row: CheckRow; onBack: () => void; onDone: (id: string) => void }) {
  const rollReference: CheckedRollReference = row.slitRollId
    ? { resource: 'slitRoll', id: row.slitRollId, number: row.number }
    : { resource: 'jumboRoll', id: row.jumboRollId, number: row.number }
  return <RollCheckForm rollReference={rollReference} row={row as BaseRow} onBack={onBack} onDone={onDone} />
}
function CheckListPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('quality')
  const [params, changeParams] = useQueryParams()
  const resource: Resource = qualityCheck
  const cells = useSheetCells(resource)
  const canAdd = useCanCall(addCheck)
  const closeForm = () =>
    changeParams({ new: null, edit: null, unsent: null, of: null, row: null, number: null }, { replace: true })
  const onSaved = (id: string) =>
    changeParams(
      {
        new: null,
        edit: null,
        unsent: null,
        of: null,
        row: null,
        number: null,
        view: null,
        id: id || null,
        saved: '1',
      },
      { replace: true },
    )
  const startCheck = () => changeParams({ new: '1', id: null, saved: null })
  const renderForm = ({ row, unsent }: OpenForm) => {
    if (unsent) return <UnsentCheckForm unsent={unsent} onBack={closeForm} onDone={onSaved} />
    if (row) return <EditCheckForm row={row as CheckRow} onBack={closeForm} onDone={onSaved} />
    return (
      <NewCheckPage
        rollReference={parseRollReference(params)}
        changeParams={changeParams}
        onBack={closeForm}
        onDone={onSaved}
      />
    )
  }
  const renderDetail = (open: OpenRow) => (
    <CheckPanel
      {...open}
      cells={cells}
      onEdit={() => changeParams({ edit: '1' })}
      onScanNext={canAdd && params.has('saved') ? startCheck : undefined}
    />
  )
  return (
    <ResourcePage
      resource={resource}
      columns={CHECK_COLUMNS}
      cells={cells}
      primary={
        canAdd ? (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={startCheck}>
            {t('pages.sheet.newCheck')}
          </Button>
        ) : null
      }
      form={{ commands: CHECK_COMMANDS, render: renderForm }}
      parts={{
        above: (
          <>
            {tabs}
            <CheckSummary />
          </>
        ),
        detail: renderDetail,
      }}
    />
  )
}
