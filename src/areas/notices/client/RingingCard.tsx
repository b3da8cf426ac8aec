import { useTranslation } from 'react-i18next'
import { countOpenRows, useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { useRowText } from '@/client/i18n/use-row-text'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { notice } from '../contract/notice'
import { noticeTones } from './notice-tones'

const RINGING_FILTER = { state: 'ringing' }
/** More than MAX_DISPLAYED: the list still contains rows that this phone acknowledged but has not sent yet. */
const MAX_LISTED = 20
const MAX_DISPLAYED = 3

/** Today card with ringing notices that nobody has acknowledged. */
export default function RingingCard() {
  const { t } = useTranslation('notices')
  const link = usePageLink()
  const zone = usePlantZone()
  const getName = useRowText(notice, 'name')
  const list = useList(notice, { ...RINGING_FILTER, size: MAX_LISTED })
  const { refs } = list
  const rows = list.rows.filter(({ state }) => state === RINGING_FILTER.state)
  const displayedRows = rows.slice(0, MAX_DISPLAYED)
  const lines = useNames(
    'line',
    displayedRows.flatMap((row) => row.lineId ?? []),
    refs,
  )
  if (rows.length === 0) return null
  return (
    <TodayCard
      title={t('pages.notices.today', { count: countOpenRows(list, rows.length) })}
      page="notices"
      query={{ view: 'all', ...RINGING_FILTER }}
    >
      <TodayLineList
        lines={displayedRows.map((row) => ({
          key: row.id,
          to: link('notices', { id: row.id }),
          title: getName(row),
          sub: [row.lineId && lines[row.lineId], formatMoment(row.beganAt, zone)].filter(Boolean).join(' · '),
          side: <ResourceStateBadge of={notice} state={row.state} tones={noticeTones} />,
        }))}
      />
    </TodayCard>
  )
}
