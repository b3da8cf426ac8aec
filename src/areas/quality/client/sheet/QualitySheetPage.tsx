import '../inspection/inspection.css'
import './sheet.css'
import { useCallback, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import type { UnsentCommand } from '@/client/api/phone'
import { useRow } from '@/client/api/use-list'
import type { BaseRow } from '@/client/resource/use-draft'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { getFilterNames } from '@/client/resource/list-state'
import type { FormValues } from '@/client/resource/form-values'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { PageViews } from '@/client/shell/PageViews'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useParams, type ParamsChanger } from '@/client/use-params'
import { useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'
import { addCheck, downgradeCheck, qualityCheck } from '../../contract/quality-check'
import { addStorage, codeWidth, oiling, productStorage, widthCheck } from '../../contract/web-records'
import { checkTones, flagTones } from '../tones'
import CheckFigures from './CheckFigures'
import { CheckPanel } from './CheckPanel'
import { DefectsShown, ReadingsShown } from './CheckShown'
import { ofRoll } from './of-roll'
import { RollCheckForm } from './RollCheckForm'
import { ScanRoll } from './ScanRoll'
import { StorageForm } from './StorageForm'
import type { Named } from './use-checked-roll'
import { useRecordCheck } from './use-record-check'
import { recordFill } from './record-fill'

const records = { widthCheck, oiling, codeWidth, productStorage } as const
type RecordName = keyof typeof records
const recordNames = Object.keys(records) as RecordName[]
const NONE: Readonly<Record<string, string>> = {}
const views = ['qualityCheck', 'figures', ...recordNames] as const
/** Filters shared by all views: line, day, team etc. `result` has different options in each view. */
const KEPT = getFilterNames(widthCheck as Resource).filter((name) => name !== 'result')
const checkColumns = [
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
const columns: Record<RecordName, readonly string[]> = {
  widthCheck: [
    'jumboRollId',
    'result',
    'filledAt',
    'setNumber',
    'measured',
    'outOfLimits',
    'worstMm',
    'toleranceMm',
    'productId',
    'lineId',
    'team',
    'userId',
  ],
  oiling: [
    'jumboRollId',
    'result',
    'opu',
    'lowest',
    'highest',
    'filledAt',
    'agent',
    'productId',
    'lineId',
    'team',
    'userId',
  ],
  codeWidth: [
    'jumboRollId',
    'result',
    'mean',
    'min',
    'max',
    'lowMm',
    'highMm',
    'filledAt',
    'productId',
    'lineId',
    'userId',
  ],
  productStorage: ['number', 'place', 'filledAt', 'workOrderId', 'rolls', 'netKg', 'images', 'userId'],
}
const fields: Partial<Record<RecordName, readonly string[]>> = {
  widthCheck: ['jumboRollId', 'setNumber', 'lanes', 'toleranceMm', 'images', 'note'],
  oiling: ['jumboRollId', 'agent', 'samples', 'lowPercent', 'highPercent', 'images', 'note'],
  codeWidth: ['jumboRollId', 'widths', 'images', 'note'],
}
/** Derived fields that do not depend on limits of the plant or of a template, which the phone may not know. */
const figures: Partial<Record<RecordName, readonly string[]>> = {
  widthCheck: ['measured', 'worstMm'],
  oiling: ['opu', 'lowest', 'highest'],
  codeWidth: ['mean', 'min', 'max'],
}

/** 质量表单: checks of rolls, their metrics, and the records of the test bench. */
export default function QualitySheetPage() {
  const { t } = useTranslation('quality')
  const [params, put] = useParams()
  const unsent = useCorrectedCommand()
  const asked = views.find((one) => one === params.get('view')) ?? 'qualityCheck'
  const view = unsent ? (views.find((one) => unsent.op?.startsWith(`${one}.`)) ?? asked) : asked
  const close = () => put({ new: null, edit: null, unsent: null, of: null, row: null, number: null }, true)
  const done = (id: string) =>
    put({ new: null, edit: null, unsent: null, of: null, row: null, number: null, view: null, id: id || null }, true)
  if (unsent && view === 'qualityCheck') return <Unsaved unsent={unsent} onBack={close} onDone={done} />
  if (view === 'qualityCheck' && params.get('new'))
    return <NewCheck named={namedIn(params)} put={put} onBack={close} onDone={done} />
  if (view === 'qualityCheck' && params.get('edit') && params.get('id'))
    return <Corrected id={params.get('id') ?? ''} onBack={close} onDone={done} />
  if (view === 'productStorage' && (unsent || params.get('new')))
    return (
      <StorageForm
        unsent={unsent}
        onBack={() => put({ view, new: null, unsent: null }, true)}
        onDone={(id) => put({ view, new: null, unsent: null, id: id || null }, true)}
      />
    )
  return (
    <PageViews
      page="qualitySheet"
      label={t('pages.sheet.views')}
      chosen={unsent && view}
      sharedParams={KEPT}
      views={[
        {
          key: 'qualityCheck',
          word: t('qualityCheck.name'),
          draw: (tabs) => <Checks tabs={tabs} put={put} />,
        },
        { key: 'figures', word: t('pages.sheet.figures'), draw: (tabs) => <CheckFigures tabs={tabs} /> },
        ...recordNames.map((name) => ({
          key: name,
          word: t(`${name}.name`),
          draw: (tabs: ReactNode) => <Records key={name} name={name} tabs={tabs} put={put} />,
        })),
      ]}
    />
  )
}
function namedIn(params: URLSearchParams): Named | null {
  const [of, id, number] = [params.get('of'), params.get('row'), params.get('number')]
  if ((of === 'jumboRoll' || of === 'slitRoll') && id) return { of, id, number }
  return number ? { of: null, id: null, number } : null
}
function NewCheck({
  named,
  put,
  onBack,
  onDone,
}: {
  named: Named | null
  put: ParamsChanger
  onBack: () => void
  onDone: (id: string) => void
}) {
  if (named) return <RollCheckForm key={named.id ?? named.number} named={named} onBack={onBack} onDone={onDone} />
  return <ScanRoll onBack={onBack} onRoll={({ of, id, number }) => put({ of, row: id, number }, true)} />
}
/** Form for a check that is still on this phone, with the server's objections. */
function Unsaved({
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
  const of = body.slitRollId ? 'slitRoll' : body.jumboRollId ? 'jumboRoll' : null
  return (
    <RollCheckForm named={{ of, id, number: body.number ?? null }} unsent={unsent} onBack={onBack} onDone={onDone} />
  )
}
function Corrected({ id, onBack, onDone }: { id: string; onBack: () => void; onDone: (id: string) => void }) {
  const { row } = useRow(qualityCheck, id)
  if (!row)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  const named: Named = row.slitRollId
    ? { of: 'slitRoll', id: row.slitRollId, number: row.number }
    : { of: 'jumboRoll', id: row.jumboRollId, number: row.number }
  return <RollCheckForm named={named} row={row as BaseRow} onBack={onBack} onDone={onDone} />
}
/** Returns the cells for shift, team and result, and for checks also flag, readings and defects. */
function useCells(of: Resource): Cells {
  const word = useFormatShift()
  const teamWord = useFormatTeam()
  return useMemo(
    (): Cells => ({
      result: createStateCell(of, 'result', checkTones),
      ...('flag' in of.fields
        ? {
            ...ofRoll,
            flag: createStateCell(of, 'flag', flagTones),
            readings: (row) => <ReadingsShown readings={row['readings']} />,
            defects: (row) => <DefectsShown defects={row['defects']} />,
          }
        : {}),
      shift: (row) => word(row['shift']),
      team: (row) => teamWord(row['team']),
    }),
    [of, word, teamWord],
  )
}
function Checks({ tabs, put }: { tabs: ReactNode; put: ParamsChanger }) {
  const { t } = useTranslation('quality')
  const of: Resource = qualityCheck
  const cells = useCells(of)
  const mayAdd = useCanCall(addCheck)
  const detail = (open: OpenRow) => <CheckPanel {...open} cells={cells} onEdit={() => put({ edit: '1' })} />
  return (
    <ResourcePage
      of={of}
      columns={checkColumns}
      cells={cells}
      primary={
        mayAdd ? (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => put({ new: '1', id: null })}>
            {t('pages.sheet.newCheck')}
          </Button>
        ) : null
      }
      parts={{ above: tabs, detail }}
    />
  )
}
function Records({ name, tabs, put }: { name: RecordName; tabs: ReactNode; put: ParamsChanger }) {
  const { t } = useTranslation('quality')
  const of = records[name] as Resource
  const cells = useCells(of)
  const check = useRecordCheck(name)
  const only = figures[name]
  const around = useCallback(
    (inputs: ReactNode, values: Readonly<FormValues>) => (
      <>
        {inputs}
        {only && (
          <ResourceDetailView
            of={of}
            row={{ ...of.deriveFields?.(values as ListRow) } as ListRow}
            refs={NONE}
            only={only}
          />
        )}
      </>
    ),
    [of, only],
  )
  const mayStore = useCanCall(addStorage)
  const store = mayStore ? (
    <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => put({ new: '1', id: null })}>
      {t('pages.sheet.newStorage')}
    </Button>
  ) : null
  return (
    <ResourcePage
      of={of}
      columns={columns[name]}
      cells={cells}
      {...(name === 'productStorage' ? { primary: store } : {})}
      form={{ ...(fields[name] ? { only: fields[name] } : {}), check, fill: recordFill(name), around }}
      parts={{ above: tabs }}
    />
  )
}
