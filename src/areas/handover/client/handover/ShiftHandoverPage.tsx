import './handover.css'
import { useMemo, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { useList } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { chooseMyLine, useMyLine } from '@/plant/client/line/my-line'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useHasPermission, useSession } from '@/client/session/use-session'
import { usePageTitle } from '@/client/shell/use-menu'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { ForwardIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Select } from '@/client/ui/Select'
import { line } from '@/plant/contract/line'
import { addDays } from '@/plant/rules/plant-time'
import { handover } from '../../contract/handover'
import { handoverKinds, type HandoverKind } from '../../rules/handover'
import { useShifts, useFormatShift, useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { SignatureList, LiveSnapshotView } from './HandoverPanel'
import { useOpenHandover, type HandoverRow } from './use-handover-commands'
import { getSession } from '@/client/session/session'

/** Opens a handover, as a panel or, with `startsEditing`, in its form. */
type OpenHandler = (id: string, startsEditing?: boolean) => void

/** 本班: handover of the current shift with its snapshot, and handovers that wait to be taken. */
export function ShiftHandoverPage({ tabs, onOpen }: { tabs: ReactNode; onOpen: OpenHandler }) {
  const { t } = useTranslation(['handover', 'client'])
  const title = usePageTitle() ?? ''
  const myLineId = useMyLine()
  const language = useLanguage()
  const lines = useList(line, { active: true, size: 100 })
  const selectableLines = useMemo(() => lines.rows.filter(({ kind }) => kind !== 'utility'), [lines.rows])
  const selectedLine = selectableLines.find(({ id }) => id === myLineId) ?? selectableLines[0] ?? null
  const lineId = selectedLine?.id ?? null
  const [kind, setKind] = useMyKind(selectedLine?.kind ?? null)
  if (!lineId) {
    return (
      <PageFrame contentScrollsItself title={title}>
        <div className="tabbed">
          {tabs}
          <QueryBoundary query={lines} skeleton={<SkeletonDetail />}>
            {() => <EmptyState title={t('pages.handover.noLine')} advice={t('pages.handover.noLineNext')} />}
          </QueryBoundary>
        </div>
      </PageFrame>
    )
  }
  const lineAndKindSelects = (
    <div className="shift-choice">
      <label htmlFor="handover-line" className="ui-hidden">
        {t('handover.fields.lineId')}
      </label>
      <Select
        id="handover-line"
        value={lineId}
        options={selectableLines.map((lineRow) => ({
          value: lineRow.id,
          label: `${lineRow.code} ${String(getFieldInLanguage(line, lineRow, 'name', language))}`,
        }))}
        onChange={chooseMyLine}
      />
      <label htmlFor="handover-kind" className="ui-hidden">
        {t('handover.fields.kind')}
      </label>
      <Select
        id="handover-kind"
        value={kind}
        options={handoverKinds.map((kindOption) => ({
          value: kindOption,
          label: t(`handover.options.kind.${kindOption}`),
        }))}
        onChange={setKind}
      />
    </div>
  )
  return (
    <ShiftHandoverView
      title={title}
      tabs={tabs}
      choices={lineAndKindSelects}
      lineId={lineId}
      kind={kind}
      onOpen={onOpen}
    />
  )
}

interface ShiftHandoverViewProps {
  title: string
  tabs: ReactNode
  choices: ReactNode
  lineId: string
  kind: HandoverKind
  onOpen: OpenHandler
}
function ShiftHandoverView({ title, tabs, choices, lineId, kind, onOpen }: ShiftHandoverViewProps) {
  const { t } = useTranslation(['handover', 'plant'])
  const { userId } = useSession()
  const { currentShift } = useShifts()
  const formatTeam = useFormatTeam()
  const formatShift = useFormatShift()
  const handoverList = useList(
    handover,
    useMemo(
      () => ({ lineId, businessDateFrom: addDays(currentShift.businessDate, -2), size: 50 }),
      [lineId, currentShift.businessDate],
    ),
  )
  // While the list of another line is loading, its rows may still be those of the previous line.
  const rows = (handoverList.rows as HandoverRow[]).filter((row) => row.lineId === lineId)
  // Remounts the parts that depend on line and kind. The choices themselves stay mounted, because their open popup would
  // otherwise close.
  const viewKey = `${lineId} ${kind}`
  const myHandover = rows.find(
    (row) => row.kind === kind && row.businessDate === currentShift.businessDate && row.shift === currentShift.shift,
  )
  const otherHandovers = rows.filter((row) => row.id !== myHandover?.id)
  const handoversToTake = otherHandovers.filter((row) => row.state === 'given' && row.giverId !== userId)
  const unfinishedHandovers = otherHandovers.filter(
    (row) => (row.state === 'given' && row.giverId === userId) || (row.state === 'draft' && row.kind === kind),
  )
  const renderWaitingCard = (row: HandoverRow) => (
    <WaitingHandoverCard key={row.id} row={row} refs={handoverList.refs} onOpen={() => onOpen(row.id)} />
  )
  return (
    <PageFrame
      contentScrollsItself
      title={title}
      primary={
        <ShiftActionBar
          key={viewKey}
          myHandover={myHandover}
          handoverToTake={handoversToTake[0]}
          lineId={lineId}
          kind={kind}
          onOpen={onOpen}
        />
      }
    >
      <div className="tabbed">
        {tabs}
        <div className="handover stack gap-4 shift-view">
          {choices}
          {handoversToTake.map(renderWaitingCard)}
          <section className="ui-card my-shift stack gap-3" aria-label={t('pages.handover.myShift')}>
            <h2>
              {[currentShift.businessDate, formatShift(currentShift.shift), formatTeam(currentShift.team)]
                .filter(Boolean)
                .join(' · ')}
            </h2>
            {myHandover ? (
              <>
                <SignatureList row={myHandover} refs={handoverList.refs} />
                <HandoverNoteList row={myHandover} />
              </>
            ) : (
              <p className="quiet">{t('pages.handover.notYet')}</p>
            )}
          </section>
          <LiveSnapshotView key={viewKey} lineId={lineId} row={myHandover} refs={handoverList.refs} />
          {unfinishedHandovers.map(renderWaitingCard)}
        </div>
      </div>
    </PageFrame>
  )
}
/** Primary actions: take the previous shift's handover; then begin, continue or view the current shift's handover. */
function ShiftActionBar({
  myHandover,
  handoverToTake,
  lineId,
  kind,
  onOpen,
}: {
  myHandover: HandoverRow | undefined
  handoverToTake: HandoverRow | undefined
  lineId: string
  kind: HandoverKind
  onOpen: OpenHandler
}) {
  const { t } = useTranslation('handover')
  const { currentShift } = useShifts()
  const canAdd = useHasPermission('jobHandoverAdd')
  const { busy, open: openHandover } = useOpenHandover(kind)
  const shouldTakeFirst = handoverToTake !== undefined && myHandover?.state !== 'draft'
  const look = shouldTakeFirst ? 'plain' : 'primary'
  return (
    <>
      {myHandover ? (
        <Button look={myHandover.state === 'draft' ? look : 'plain'} onClick={() => onOpen(myHandover.id)}>
          {t(myHandover.state === 'draft' ? 'pages.handover.goOn' : 'pages.handover.look')}
        </Button>
      ) : (
        canAdd && (
          <Button
            look={look}
            disabled={busy}
            onClick={() => void openHandover(lineId, currentShift).then((id) => id && onOpen(id, true))}
          >
            {t('pages.handover.begin')}
          </Button>
        )
      )}
      {shouldTakeFirst && (
        <Button look="primary" onClick={() => onOpen(handoverToTake.id)}>
          {t('pages.handover.toTake')}
        </Button>
      )}
    </>
  )
}
function HandoverNoteList({ row }: { row: HandoverRow }) {
  const { t } = useTranslation('handover')
  const fieldNames = ['safety', 'quality', 'equipmentState', 'remaining', 'toDo', 'note'] as const
  const filledFields = fieldNames.filter((name) => row[name])
  if (filledFields.length === 0) return null
  return (
    <dl className="said stack">
      {filledFields.map((name) => (
        <div key={name}>
          <dt>{t(`handover.fields.${name}`)}</dt>
          <dd className="lines">{row[name]}</dd>
        </div>
      ))}
    </dl>
  )
}
/** Card of an unfinished handover: it awaits the next shift's signature, or is still the draft of a past shift. */
function WaitingHandoverCard({
  row,
  refs,
  onOpen,
}: {
  row: HandoverRow
  refs: Readonly<Record<string, string>>
  onOpen: () => void
}) {
  const { t } = useTranslation('handover')
  const formatShift = useFormatShift()
  return (
    <section className="ui-card is-warned waiting stack gap-3">
      <h2>
        {t(`handover.options.kind.${row.kind}`)} · {row.businessDate} {formatShift(row.shift)}
      </h2>
      <SignatureList row={row} refs={refs} />
      <Button block icon={<ForwardIcon size={20} />} onClick={onOpen}>
        {t(row.state === 'draft' ? 'pages.handover.goOn' : 'pages.handover.look')}
      </Button>
    </section>
  )
}

const getStorageKey = () => `handover/kind/${getSession().userId}`
function loadStoredKind(): HandoverKind | null {
  try {
    return handoverKinds.find((kind) => kind === localStorage.getItem(getStorageKey())) ?? null
  } catch {
    // The browser blocks the storage.
    return null
  }
}
/** Returns the kind of handover that this person writes, remembered on this device; default: by kind of line. */
function useMyKind(lineKind: string | null): [HandoverKind, (kind: HandoverKind) => void] {
  const [kind, setKind] = useState(loadStoredKind)
  return [
    kind ?? (lineKind === 'slitting' ? 'slitting' : 'squadLeader'),
    (chosenKind) => {
      setKind(chosenKind)
      try {
        localStorage.setItem(getStorageKey(), chosenKind)
      } catch {
        // The browser blocks the storage, so the choice applies to this visit only.
      }
    },
  ]
}
