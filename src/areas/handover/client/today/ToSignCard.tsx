import './today.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { isOfLine, useMyLine } from '@/client/session/my-line'
import { useSession } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { handover } from '../../contract/handover'
import { addDays } from '../../rules/plant-time'
import { useShifts, useShiftWord } from '../form/use-shift'
import type { HandoverRow } from '../handover/use-steps'
import { StateOf } from '../StateOf'
import { handoverTones } from '../tones'

const MOST = 3
/** Handovers that wait for a signature: given by somebody else, or begun by me and not given. */
export default function ToSignCard() {
  const { t } = useTranslation('handover')
  const { userId } = useSession()
  const { now } = useShifts()
  const myLine = useMyLine()
  const word = useShiftWord()
  const link = usePageLink()
  const { rows, refs } = useList(handover, useMemo(() => ({ state: 'draft,given', businessDateFrom: addDays(now.businessDate, -2), size: 50 }), [now.businessDate]))
  const mine = (rows as HandoverRow[]).filter((row) => (row.state === 'given' ? row.giverId !== userId && isOfLine(row.lineId, myLine) : row.createdBy === userId || row.people.includes(userId)))
  const lines = useNames('line', mine.slice(0, MOST).map(({ lineId }) => lineId), refs)
  if (mine.length === 0) return null
  return (
    <section className="ui-card today-card">
      <h2>{t('pages.today.toSign', { count: mine.length })}</h2>
      <ul className="today-list">
        {mine.slice(0, MOST).map((row) => (
          <li key={row.id}><Link to={link('jobHandover', { id: row.id }) ?? '#'}><b>{t(`handover.options.kind.${row.kind}`)}<StateOf of="handover" state={row.state} tones={handoverTones} /></b><span className="quiet">{lines[row.lineId] ?? '…'} · {row.businessDate} {word(row.shift)}</span></Link></li>
        ))}
      </ul>
    </section>
  )
}
