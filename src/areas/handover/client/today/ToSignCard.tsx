import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { isOfLine, useMyLine } from '@/plant/client/line/my-line'
import { StateOf } from '@/client/resource/StateOf'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { State } from '@/client/ui/State'
import { TodayCard, TodayLines } from '@/client/today/TodayCard'
import { isSentBack, openHandovers } from '../../rules/handover'
import { handover } from '../../contract/handover'
import { addDays } from '@/plant/rules/plant-time'
import { useShifts, useShiftWord } from '@/plant/client/sheet/use-shift'
import type { HandoverRow } from '../handover/use-steps'
import { handoverTones } from '../tones'

const MOST = 3
/** Drafts that were given once. */
const RETURNED = { state: 'draft', returnsFrom: 1, size: 50 }
/** Handovers that wait for a signature: sent back to me, however old; given by somebody else, or begun by me and not given. */
export default function ToSignCard() {
  const { t } = useTranslation('handover')
  const { userId } = useSession()
  const { now } = useShifts()
  const myLine = useMyLine()
  const word = useShiftWord()
  const link = usePageLink()
  const { rows, refs } = useList(
    handover,
    useMemo(
      () => ({ state: openHandovers.join(','), businessDateFrom: addDays(now.businessDate, -2), size: 50 }),
      [now.businessDate],
    ),
  )
  const returned = useList(handover, RETURNED)
  const isMine = (row: HandoverRow) =>
    row.state === 'given'
      ? row.giverId !== userId && isOfLine(row.lineId, myLine)
      : row.createdBy === userId || row.people.includes(userId)
  const all = new Map([...(returned.rows as HandoverRow[]), ...(rows as HandoverRow[])].map((row) => [row.id, row]))
  const mine = [...all.values()].filter(isMine).sort((a, b) => Number(isSentBack(b)) - Number(isSentBack(a)))
  const lines = useNames(
    'line',
    mine.slice(0, MOST).map(({ lineId }) => lineId),
    { ...returned.refs, ...refs },
  )
  if (mine.length === 0) return null
  const shown = mine.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link('jobHandover', { id: row.id }),
    title: t(`handover.options.kind.${row.kind}`),
    sub: [lines[row.lineId] ?? '…', `${row.businessDate} ${word(row.shift)}`, isSentBack(row) && row.reason]
      .filter(Boolean)
      .join(' · '),
    side: isSentBack(row) ? (
      <State tone="bad">{t('pages.today.sentBack')}</State>
    ) : (
      <StateOf of={handover} state={row.state} tones={handoverTones} />
    ),
  }))
  return (
    <TodayCard title={t('pages.today.toSign', { count: mine.length })} page="jobHandover">
      <TodayLines lines={shown} />
    </TodayCard>
  )
}
