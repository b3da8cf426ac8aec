import './roll-list.css'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { formatClock } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { EmptyState } from '@/client/ui/EmptyState'
import { RollIcon } from '@/client/ui/icons'
import { LinkList, LinkListRow } from '@/client/ui/LinkList'
import { StateBadge } from '@/client/ui/StateBadge'
import { gradeTones, formatRollName, jumboStateTones } from '../shared/roll-display'
import { groupByShift, type WinderRoll } from '../shared/winder-state'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { getJumboKg } from '../../rules/roll-mass'

/** Rolls doffed here, grouped by shift with the totals of each team. */
export function DoffedRollList({
  rolls,
  openId,
  onOpen,
}: {
  rolls: readonly WinderRoll[]
  openId: string | null
  onOpen: (roll: WinderRoll) => void
}) {
  const { t } = useTranslation(['rolls', 'contract'])
  const formatTeam = useFormatTeam()
  const language = useLanguage()
  if (rolls.length === 0)
    return <EmptyState icon={RollIcon} title={t('pages.winder.noRolls')} advice={t('pages.winder.noRollsNext')} />
  return (
    <div className="wd-list">
      {groupByShift(rolls).map((shiftGroup) => (
        <section key={shiftGroup.key}>
          <h3>
            {shiftGroup.businessDate
              ? `${shiftGroup.businessDate} · ${shiftGroup.shift ? t(`contract:shifts.${shiftGroup.shift}`) : ''}${shiftGroup.team ? ` · ${formatTeam(shiftGroup.team)}` : ''}`
              : t('pages.winder.justDoffed')}
            <small>
              {t('pages.winder.rolls', { count: shiftGroup.made })} ·{' '}
              {formatNumber(shiftGroup.metres, { language, unit: 'm', decimals: 0 })} ·{' '}
              {formatNumber(shiftGroup.kg, { language, unit: 'kg', decimals: 1 })}
            </small>
          </h3>
          <LinkList>
            {shiftGroup.rolls.map((roll) => (
              <DoffedRollRow key={roll.id} roll={roll} isOpen={roll.id === openId} onOpen={onOpen} />
            ))}
          </LinkList>
        </section>
      ))}
    </div>
  )
}
function DoffedRollRow({
  roll,
  isOpen,
  onOpen,
}: {
  roll: WinderRoll
  isOpen: boolean
  onOpen: (roll: WinderRoll) => void
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const language = useLanguage()
  const zone = usePlantZone()
  const kg = getJumboKg(roll)
  return (
    <LinkListRow
      label={<b>{formatRollName(roll, t)}</b>}
      subtitle={
        <>
          {formatClock(roll.doffedAt, zone)} · {formatNumber(roll.lengthM, { language, unit: 'm' })} ·{' '}
          {formatNumber(kg, { language, unit: 'kg', decimals: 1 })}
          {roll.netKg === null && ` (${t('pages.winder.notWeighed')})`}
          {roll.defects.length > 0 && ` · ${t('pages.winder.defects', { count: roll.defects.length })}`}
        </>
      }
      detail={
        <span className="wd-roll-states">
          {roll.pending ? (
            <UnsentBadge pending={roll.pending} />
          ) : (
            roll.state !== 'uncut' && (
              <StateBadge tone={jumboStateTones[roll.state]}>{t(`jumboRoll.options.state.${roll.state}`)}</StateBadge>
            )
          )}
          {roll.grade !== 'good' && (
            <StateBadge tone={gradeTones[roll.grade]}>{t(`jumboRoll.options.grade.${roll.grade}`)}</StateBadge>
          )}
          {roll.weightUnusual && <StateBadge tone="warn">{t('jumboRoll.fields.weightUnusual')}</StateBadge>}
        </span>
      }
      isCurrent={isOpen}
      onOpen={() => onOpen(roll)}
    />
  )
}
