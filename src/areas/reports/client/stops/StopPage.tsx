import { openStops } from '@/plant/rules/line-stop'
import '../reports.css'
import { lazy, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Unsent } from '@/client/api/phone'
import { useList, useRow, type List } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { AMONG } from '@/client/resource/among'
import type { AnyRow, Cells } from '@/client/resource/columns'
import { MissingRow } from '@/client/resource/MissingRow'
import { RecordPage, useView, type RecordView } from '@/client/resource/RecordPage'
import { knownTotal } from '@/client/resource/ResourceList'
import { stateCell } from '@/client/resource/StateOf'
import { useMayCall } from '@/client/session/use-session'
import { useCorrecting } from '@/client/shell/use-correcting'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { useParams } from '@/client/use-params'
import { explainStop, lineStop, stopReason } from '@/plant/contract/line-stop'
import { OpenStops } from './OpenStops'
import { StopPanel } from './StopPanel'
import { useTeamWord } from '@/plant/client/sheet/use-shift'
import { lengthWords, stopTones, type Stop } from './stop-time'

const StopForm = lazy(() => import('./StopForm'))
const StopAnalysis = lazy(() => import('./StopAnalysis'))
const SpeedView = lazy(() => import('./SpeedView'))
const ReasonTree = lazy(() => import('./ReasonTree'))
const VIEWS = ['open', 'list', 'analysis', 'speed'] as const
const NO_NAMES = {}
const OPEN = { state: openStops.join(','), size: 100 }
const COLUMNS = [
  'lineId',
  'state',
  'startedAt',
  'endedAt',
  'minutes',
  'reasonId',
  'note',
  'businessDate',
  'shift',
  'team',
  'source',
  'workOrderId',
  'equipmentId',
  'repairId',
  'explainedBy',
] as const

/** 停机分析: open stops, all stops, their analysis, the speed, and the reasons. */
export default function StopPage() {
  const { t } = useTranslation(['reports', 'plant'])
  const change = useParams()[1]
  const open = useOpenStops()
  const form = useOpenForm()
  const cells = useCells()
  const mayEnter = useMayCall(lineStop.endpoints.create)
  const mayReasons = useMayCall(stopReason.endpoints.create)
  const word = (key: (typeof VIEWS)[number]) => ({ key, word: t(`pages.stops.view.${key}`) })
  return (
    <RecordPage
      of={lineStop}
      title={t('pages.stops.title')}
      tabs={{ label: t('pages.stops.views') }}
      views={[
        { ...word('open'), ...open },
        word('list'),
        { ...word('analysis'), body: () => <StopAnalysis /> },
        { ...word('speed'), body: () => <SpeedView /> },
      ]}
      list={{ columns: COLUMNS, cells }}
      form={form}
      panel={({ row, ...opened }) => (
        <StopPanel row={row as Stop} {...opened} onExplain={() => change({ act: 'explain' })} />
      )}
      tools={
        mayReasons && (
          <Button look="quiet" onClick={() => change({ view: 'reasons', id: null, [AMONG]: null })}>
            {t('pages.stops.reasons')}
          </Button>
        )
      }
      primary={
        mayEnter && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => change({ new: '1' })}>
            {t('pages.stops.enter')}
          </Button>
        )
      }
    />
  )
}

/** View with the stops that still stand or have no reason. */
function useOpenStops(): Pick<RecordView, 'rows' | 'words' | 'body'> {
  const { t } = useTranslation('reports')
  const [params, change] = useParams()
  const open = useList(lineStop, OPEN, useView(VIEWS) === 'open', ['stopReason']) as List<Stop>
  const count = open.hasMore ? open.total : open.rows.filter((one) => one.state !== 'explained').length
  return {
    rows: open,
    words: knownTotal(open) !== null && t('pages.stops.openCount', { count }),
    body: () => <OpenStops list={open} openId={params.get('id')} onOpen={(one) => change({ id: one.id })} />,
  }
}

function useCells(): Cells {
  const { t } = useTranslation(['reports', 'contract'])
  const teamWord = useTeamWord()
  const language = useLanguage()
  return useMemo(
    () => ({
      state: stateCell(lineStop, 'state', stopTones),
      minutes: ({ startedAt, endedAt }) =>
        // A stop that still stands has no length yet; for an ended one `now` is irrelevant.
        endedAt ? lengthWords({ startedAt: String(startedAt), endedAt: String(endedAt) }, 0, language) : null,
      shift: (row) =>
        row['shift'] ? t(`contract:shifts.${String(row['shift'])}`, { defaultValue: String(row['shift']) }) : null,
      team: (row) => teamWord(row['team']),
      reasonId: (row, refs) =>
        row['reasonId'] ? (refs[String(row['reasonId'])] ?? '…') : <b className="stop-unknown">{t('unknownReason')}</b>,
    }),
    [t, teamWord, language],
  )
}

/** Returns the renderer of the open form: reasons, correction of a rejected command, new stop, or explanation. */
function useOpenForm() {
  const [params, change] = useParams()
  const unsent = useCorrecting()
  return ({ row, refs }: { row: AnyRow | null; refs: Readonly<Record<string, string>> }) => {
    if (params.get('view') === 'reasons')
      return <ReasonTree onBack={() => change({ view: null, id: null, new: null, edit: null, q: null })} />
    if (unsent) return <Correction unsent={unsent} onBack={() => change({ unsent: null })} />
    if (params.get('new'))
      return (
        <StopForm
          refs={{}}
          onBack={() => change({ new: null })}
          onDone={(id) => change({ new: null, id: id || null }, true)}
        />
      )
    if (params.get('act') !== 'explain' || !row) return null
    return (
      <StopForm
        row={row as Stop}
        refs={refs}
        onBack={() => change({ act: null })}
        onDone={() => change({ act: null }, true)}
      />
    )
  }
}
/** Form that corrects a rejected command: the form it was entered in, with the server's refusal. */
function Correction({ unsent, onBack }: { unsent: Unsent; onBack: () => void }) {
  const explaining = unsent.op === explainStop.name
  const opened = useRow(lineStop, explaining ? unsent.entityId : null)
  if (!explaining) return <StopForm unsent={unsent} refs={NO_NAMES} onBack={onBack} onDone={onBack} />
  if (!opened.row) return <MissingRow opened={{ ...opened, busy: opened.isLoading }} onBack={onBack} />
  return <StopForm row={opened.row as Stop} unsent={unsent} refs={opened.refs} onBack={onBack} onDone={onBack} />
}
