import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { formatClock } from '@/client/format/time'
import { useDoer } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { ScanIcon } from '@/client/ui/icons'
import { StateBadge } from '@/client/ui/StateBadge'
import { useNow } from '@/client/use-now'
import { toMoment } from '@/plant/rules/plant-time'
import { qualityCheck } from '../../contract/quality-check'
import { checkTones, flagTones } from '../tones'

const MOST = 3
const HOUR = 3_600_000
/**
 * Failed checks of the last 24 h without a downgrade, and a link to a new check. The person's own flagged checks come
 * first: the roll was downgraded, shipped or removed before the check arrived, and someone offline then missed the
 * message.
 */
export default function ChecksCard() {
  const { t } = useTranslation('quality')
  const zone = usePlantZone()
  const link = usePageLink()
  const hour = Math.floor(useNow() / HOUR) * HOUR
  const userId = useDoer().id
  const [failed, overtaken] = useMemo(() => {
    const ofDay = { checkedAtFrom: toMoment(hour - 24 * HOUR), sort: '-checkedAt', size: MAX_COUNTED }
    return [
      { ...ofDay, toDowngrade: true },
      { ...ofDay, userId, flag: qualityCheck.fields.flag.options.join(',') },
    ]
  }, [hour, userId])
  const mine = useList(qualityCheck, overtaken)
  // The list still contains checks that this phone has downgraded but not sent yet.
  const own = mine.rows.filter(({ downgradedAt }) => downgradedAt === null)
  const all = useList(qualityCheck, failed)
  const toDowngrade = all.rows.filter((row) => row.toDowngrade)
  const open = [...own, ...toDowngrade.filter((row) => !own.some(({ id }) => id === row.id))]
  const { textParams: said, query } = countWaitingRows([all, mine], open)
  const add = link('qualitySheet', { new: '1' })
  const lines = open.slice(0, MOST).map((row) => ({
    key: row.id,
    to: link('qualitySheet', { id: row.id }),
    title: row.number,
    sub: [
      formatClock(row.checkedAt, zone),
      ...row.defects.map(({ kind }) => t(`qualityCheck.subOptions.defects.kind.${kind}`)),
      ...(row.takenBackAt ? [t('pages.sheet.takenBack')] : []),
      ...(row.outOfLimits ? [t('pages.today.out', { count: row.outOfLimits })] : []),
    ].join(' · '),
    side: row.flag ? (
      <StateBadge tone={flagTones[row.flag]}>{t(`qualityCheck.options.flag.${row.flag}`)}</StateBadge>
    ) : (
      <StateBadge tone={checkTones.notOk}>{t('qualityCheck.options.result.notOk')}</StateBadge>
    ),
  }))
  return (
    <TodayCard
      title={open.length > 0 ? t('pages.today.checks', said) : t('qualityCheck.name')}
      page="qualitySheet"
      {...(open.length > 0 ? { query } : {})}
    >
      {lines.length > 0 && <TodayLineList lines={lines} />}
      {add && (
        <Link className="ui-button is-primary" to={add}>
          <ScanIcon size={20} />
          {t('pages.today.newCheck')}
        </Link>
      )}
    </TodayCard>
  )
}
