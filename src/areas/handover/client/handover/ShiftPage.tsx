import './handover.css'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { useList } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { chooseMyLine, useMyLine } from '@/plant/client/line/my-line'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useHasPermission, useSession } from '@/client/session/use-session'
import { usePageTitle } from '@/client/shell/use-menu'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { ForwardIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { line } from '@/plant/contract/line'
import { addDays } from '@/plant/rules/plant-time'
import { handover } from '../../contract/handover'
import { handoverKinds, type HandoverKind } from '../../rules/handover'
import { useMyKind } from './my-kind'
import { useShifts, useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'
import { Signatures } from './HandoverPanel'
import { LiveFacts } from './LiveFacts'
import { useOpen, type HandoverRow } from './use-steps'

/** 本班: handover of the current shift with its snapshot, and handovers that wait to be taken. */
export function ShiftPage({ tabs, onOpen }: { tabs: ReactNode; onOpen: (id: string, edit?: boolean) => void }) {
  const { t } = useTranslation(['handover', 'client'])
  const title = usePageTitle() ?? ''
  const mine = useMyLine()
  const language = useLanguage()
  const lines = useList(line, { active: true, size: 100 })
  const places = useMemo(() => lines.rows.filter(({ kind }) => kind !== 'utility'), [lines.rows])
  const place = places.find(({ id }) => id === mine) ?? places[0] ?? null
  const lineId = place?.id ?? null
  const [kind, chooseKind] = useMyKind(place?.kind ?? null)
  if (!lineId) {
    return (
      <PageFrame contentScrollsItself title={title}>
        <div className="tabbed">
          {tabs}
          {lines.isLoading ? (
            <SkeletonDetail />
          ) : lines.error ? (
            <NotLoadedView of={lines} />
          ) : (
            <EmptyState title={t('pages.handover.noLine')} next={t('pages.handover.noLineNext')} />
          )}
        </div>
      </PageFrame>
    )
  }
  const choices = (
    <div className="shift-choice">
      <label htmlFor="handover-line" className="ui-hidden">
        {t('handover.fields.lineId')}
      </label>
      <select
        id="handover-line"
        className="ui-input"
        value={lineId}
        onChange={(event) => chooseMyLine(event.target.value)}
      >
        {places.map((one) => (
          <option key={one.id} value={one.id}>
            {one.code} {String(getFieldInLanguage(line, one, 'name', language))}
          </option>
        ))}
      </select>
      <label htmlFor="handover-kind" className="ui-hidden">
        {t('handover.fields.kind')}
      </label>
      <select
        id="handover-kind"
        className="ui-input"
        value={kind}
        onChange={(event) => chooseKind(handoverKinds.find((one) => one === event.target.value) ?? 'squadLeader')}
      >
        {handoverKinds.map((one) => (
          <option key={one} value={one}>
            {t(`handover.options.kind.${one}`)}
          </option>
        ))}
      </select>
    </div>
  )
  return (
    <Shift
      key={`${lineId} ${kind}`}
      title={title}
      tabs={tabs}
      choices={choices}
      lineId={lineId}
      kind={kind}
      onOpen={onOpen}
    />
  )
}

interface ShiftProps {
  title: string
  tabs: ReactNode
  choices: ReactNode
  lineId: string
  kind: HandoverKind
  onOpen: (id: string, edit?: boolean) => void
}
function Shift({ title, tabs, choices, lineId, kind, onOpen }: ShiftProps) {
  const { t } = useTranslation(['handover', 'plant'])
  const { userId } = useSession()
  const { now } = useShifts()
  const teamWord = useFormatTeam()
  const word = useFormatShift()
  const list = useList(
    handover,
    useMemo(() => ({ lineId, businessDateFrom: addDays(now.businessDate, -2), size: 50 }), [lineId, now.businessDate]),
  )
  const rows = list.rows as HandoverRow[]
  const mine = rows.find((row) => row.kind === kind && row.businessDate === now.businessDate && row.shift === now.shift)
  const others = rows.filter((row) => row.id !== mine?.id)
  const toTake = others.filter((row) => row.state === 'given' && row.giverId !== userId)
  const left = others.filter(
    (row) => (row.state === 'given' && row.giverId === userId) || (row.state === 'draft' && row.kind === kind),
  )
  const drawn = (row: HandoverRow) => <Waiting key={row.id} row={row} refs={list.refs} onOpen={() => onOpen(row.id)} />
  return (
    <PageFrame
      contentScrollsItself
      title={title}
      primary={<Steps mine={mine} toTake={toTake[0]} lineId={lineId} kind={kind} onOpen={onOpen} />}
    >
      <div className="tabbed">
        {tabs}
        <div className="handover shift-view">
          {choices}
          {toTake.map(drawn)}
          <section className="ui-card my-shift" aria-label={t('pages.handover.myShift')}>
            <h2>{[now.businessDate, word(now.shift), teamWord(now.team)].filter(Boolean).join(' · ')}</h2>
            {mine ? (
              <>
                <Signatures row={mine} refs={list.refs} />
                <Said row={mine} />
              </>
            ) : (
              <p className="quiet">{t('pages.handover.notYet')}</p>
            )}
          </section>
          <LiveFacts lineId={lineId} row={mine} refs={list.refs} />
          {left.map(drawn)}
        </div>
      </div>
    </PageFrame>
  )
}
/** Primary actions: take the given handover first, then begin, continue or view one's own. */
function Steps({
  mine,
  toTake,
  lineId,
  kind,
  onOpen,
}: {
  mine: HandoverRow | undefined
  toTake: HandoverRow | undefined
  lineId: string
  kind: HandoverKind
  onOpen: (id: string, edit?: boolean) => void
}) {
  const { t } = useTranslation('handover')
  const { now } = useShifts()
  const may = useHasPermission('jobHandoverAdd')
  const { busy, open } = useOpen(kind)
  const takeFirst = toTake !== undefined && mine?.state !== 'draft'
  const look = takeFirst ? 'plain' : 'primary'
  return (
    <>
      {mine ? (
        <Button look={mine.state === 'draft' ? look : 'plain'} onClick={() => onOpen(mine.id)}>
          {t(mine.state === 'draft' ? 'pages.handover.goOn' : 'pages.handover.look')}
        </Button>
      ) : (
        may && (
          <Button look={look} disabled={busy} onClick={() => void open(lineId, now).then((id) => onOpen(id, true))}>
            {t('pages.handover.begin')}
          </Button>
        )
      )}
      {takeFirst && (
        <Button look="primary" onClick={() => onOpen(toTake.id)}>
          {t('pages.handover.toTake')}
        </Button>
      )}
    </>
  )
}
function Said({ row }: { row: HandoverRow }) {
  const { t } = useTranslation('handover')
  const names = ['safety', 'quality', 'equipmentState', 'remaining', 'toDo', 'note'] as const
  const said = names.filter((name) => row[name])
  if (said.length === 0) return null
  return (
    <dl className="said">
      {said.map((name) => (
        <div key={name}>
          <dt>{t(`handover.fields.${name}`)}</dt>
          <dd className="lines">{row[name]}</dd>
        </div>
      ))}
    </dl>
  )
}
/** Card of a handover that awaits the next shift's signature, or was not given by the past shift. */
function Waiting({
  row,
  refs,
  onOpen,
}: {
  row: HandoverRow
  refs: Readonly<Record<string, string>>
  onOpen: () => void
}) {
  const { t } = useTranslation('handover')
  const word = useFormatShift()
  return (
    <section className="ui-card is-warned waiting">
      <h2>
        {t(`handover.options.kind.${row.kind}`)} · {row.businessDate} {word(row.shift)}
      </h2>
      <Signatures row={row} refs={refs} />
      <Button block icon={<ForwardIcon size={20} />} onClick={onOpen}>
        {t(row.state === 'draft' ? 'pages.handover.goOn' : 'pages.handover.look')}
      </Button>
    </section>
  )
}
