import './handover.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '@/contract/language'
import { isUnreachable } from '@/client/api/api-error'
import { useCall, useList } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { useMay, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { ErrorState } from '@/client/ui/ErrorState'
import { ForwardIcon } from '@/client/ui/icons'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { line } from '@/areas/equipment/contract/line'
import { addDays } from '../../rules/plant-time'
import { autoHandover, handover } from '../../contract/handover'
import { handoverKinds, type HandoverKind } from '../../rules/handover'
import { useMine } from '../form/my-line'
import { useShifts, useShiftWord } from '../form/use-shift'
import { FactsShown } from './FactsShown'
import { Signatures } from './HandoverPanel'
import { useOpen, type HandoverRow } from './use-steps'

/** Kinds of rows whose change changes what the system knows of a shift. */
const behindFacts = ['handover', 'jumboRoll', 'slitRoll', 'lineStop', 'repair', 'feed', 'recycle', 'workOrder', 'cutting', 'package', 'pollingRound', 'dailyInspection', 'postInspection', 'craftInspection1', 'craftInspection2', 'firstInspection']
/** 本班: my shift's handover with what the system knows so far, and the one that waits to be taken. */
export function ShiftView({ onOpen }: { onOpen: (id: string, edit?: boolean) => void }) {
  const { t } = useTranslation(['handover', 'client'])
  const [mine, choose] = useMine()
  const language = useLanguage()
  const lines = useList(line, { active: true, size: 100 })
  const places = useMemo(() => lines.rows.filter(({ kind }) => kind !== 'utility'), [lines.rows])
  const lineId = places.find(({ id }) => id === mine.lineId)?.id ?? places[0]?.id ?? null
  if (lines.isLoading) return <SkeletonDetail />
  if (!lineId) return lines.error ? <ErrorState what={t('client:resource.notLoaded')} kept={lines.error.message} onRetry={lines.again} /> : <EmptyState title={t('pages.handover.noLine')} />
  return (
    <div className="handover shift-view">
      <div className="shift-choice">
        <label htmlFor="handover-line" className="ui-hidden">{t('handover.fields.lineId')}</label>
        <select id="handover-line" className="ui-input" value={lineId} onChange={(event) => choose({ lineId: event.target.value })}>
          {places.map((one) => <option key={one.id} value={one.id}>{one.code} {String(inLanguage(line, one, 'name', language))}</option>)}
        </select>
        <label htmlFor="handover-kind" className="ui-hidden">{t('handover.fields.kind')}</label>
        <select id="handover-kind" className="ui-input" value={mine.kind} onChange={(event) => choose({ kind: handoverKinds.find((kind) => kind === event.target.value) ?? 'squadLeader' })}>
          {handoverKinds.map((kind) => <option key={kind} value={kind}>{t(`handover.options.kind.${kind}`)}</option>)}
        </select>
      </div>
      <Shift key={`${lineId} ${mine.kind}`} lineId={lineId} kind={mine.kind} onOpen={onOpen} />
    </div>
  )
}

function Shift({ lineId, kind, onOpen }: { lineId: string; kind: HandoverKind; onOpen: (id: string, edit?: boolean) => void }) {
  const { t } = useTranslation('handover')
  const { now } = useShifts()
  const word = useShiftWord()
  const list = useList(handover, useMemo(() => ({ lineId, businessDateFrom: addDays(now.businessDate, -2), size: 50 }), [lineId, now.businessDate]))
  const rows = list.rows as HandoverRow[]
  const { userId } = useSession()
  const mine = rows.find((row) => row.kind === kind && row.businessDate === now.businessDate && row.shift === now.shift)
  const waiting = rows.filter((row) => row.state === 'given' && row.id !== mine?.id)
  const drawn = (row: HandoverRow) => <Waiting key={row.id} row={row} refs={list.refs} onOpen={() => onOpen(row.id)} />
  return (
    <>
      {waiting.filter((row) => row.giverId !== userId).map(drawn)}
      {rows.filter((row) => row.state === 'draft' && row.kind === kind && row.id !== mine?.id).map(drawn)}
      <section className="ui-card my-shift" aria-label={t('pages.handover.myShift')}>
        <h2>{[now.businessDate, word(now.shift), now.team && t('pages.form.team', { team: now.team })].filter(Boolean).join(' · ')}</h2>
        {mine ? <><Signatures row={mine} refs={list.refs} /><Said row={mine} /></> : <p className="quiet">{t('pages.handover.notYet')}</p>}
        <MyStep mine={mine} lineId={lineId} kind={kind} onOpen={onOpen} />
      </section>
      <LiveFacts lineId={lineId} mine={mine} refs={list.refs} />
      {waiting.filter((row) => row.giverId === userId).map(drawn)}
    </>
  )
}
/** The one step forward: begin it, go on with it, or look at it. */
function MyStep({ mine, lineId, kind, onOpen }: { mine: HandoverRow | undefined; lineId: string; kind: HandoverKind; onOpen: (id: string, edit?: boolean) => void }) {
  const { t } = useTranslation('handover')
  const { now } = useShifts()
  const may = useMay('jobHandoverAdd')
  const { busy, open } = useOpen(kind)
  if (mine) return <Button look={mine.state === 'draft' ? 'primary' : 'plain'} block onClick={() => onOpen(mine.id)}>{t(mine.state === 'draft' ? 'pages.handover.goOn' : 'pages.handover.look')}</Button>
  return may && <Button look="primary" block disabled={busy} onClick={() => void open(lineId, now).then((id) => onOpen(id, true))}>{t('pages.handover.begin')}</Button>
}
function Said({ row }: { row: HandoverRow }) {
  const { t } = useTranslation('handover')
  const names = ['safety', 'quality', 'equipmentState', 'remaining', 'toDo', 'note'] as const
  const said = names.filter((name) => row[name])
  if (said.length === 0) return null
  return <dl className="said">{said.map((name) => <div key={name}><dt>{t(`handover.fields.${name}`)}</dt><dd className="lines">{row[name]}</dd></div>)}</dl>
}
/** A handover that waits for the next shift's signature, or was not given yet by the shift that is over. */
function Waiting({ row, refs, onOpen }: { row: HandoverRow; refs: Readonly<Record<string, string>>; onOpen: () => void }) {
  const { t } = useTranslation('handover')
  const { userId } = useSession()
  const word = useShiftWord()
  const own = row.giverId === userId
  return (
    <section className="ui-card is-warned waiting">
      <h2>{t(`handover.options.kind.${row.kind}`)} · {row.businessDate} {word(row.shift)}</h2>
      <Signatures row={row} refs={refs} />
      <Button look={own ? 'plain' : 'primary'} block icon={<ForwardIcon size={20} />} onClick={onOpen}>{t(row.state === 'draft' ? 'pages.handover.goOn' : own ? 'pages.handover.look' : 'pages.handover.toTake')}</Button>
    </section>
  )
}
/** What the system knows now; without a network what it knew when the draft was last filled in. */
function LiveFacts({ lineId, mine, refs }: { lineId: string; mine: HandoverRow | undefined; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation(['handover', 'client'])
  const signed = mine && mine.state !== 'draft' ? mine.facts[0] : undefined
  const live = useCall(autoHandover, { lineId }, { resources: behindFacts, enabled: !signed, refreshEvery: 120_000 })
  const names = useMemo(() => Object.fromEntries((live.data?.names ?? []).map(({ id, label }) => [id, label])), [live.data])
  if (signed) return <FactsShown facts={signed} names={refs} />
  if (live.data) return <FactsShown facts={live.data} names={names} />
  const kept = mine?.facts[0]
  if (kept) return <FactsShown facts={kept} names={refs} />
  if (live.isPending && live.fetchStatus !== 'paused' && !live.error) return <SkeletonDetail />
  if (live.error && !isUnreachable(live.error)) return <ErrorState what={t('client:resource.notLoaded')} kept={live.error.message} onRetry={() => void live.refetch()} />
  return <p className="ui-card quiet">{t('pages.handover.factsLater')}</p>
}
