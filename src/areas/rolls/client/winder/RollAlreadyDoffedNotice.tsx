import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getBarredReason, type CommandRights } from '@/contract/command-rights'
import { useNames } from '@/client/fields/options'
import { formatNumber } from '@/client/format/number'
import { formatClock } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { useActor } from '@/client/session/use-session'
import { Notice } from '@/client/ui/Notice'
import { RollIcon } from '@/client/ui/icons'
import { formatRollName } from '../shared/roll-display'
import type { WinderRoll } from '../shared/winder-state'

/** Renders the children while the state of the roll allows the command, else a notice with the state. */
export function RollCommandBoundary({
  command,
  roll,
  children,
}: {
  command: CommandRights
  roll: WinderRoll
  children: ReactNode
}) {
  const { t } = useTranslation('rolls')
  if (getBarredReason(command, roll, useActor()) !== 'state') return children
  const state = t(`jumboRoll.options.state.${roll.state}`)
  return <Notice icon={RollIcon} title={t('pages.winder.over.state', { roll: formatRollName(roll, t), state })} />
}
/** Shows who has doffed, begun or taken back the roll while the dialog was open, and when. */
export function RollAlreadyDoffedNotice({ roll, refs }: { roll: WinderRoll; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const zone = usePlantZone()
  const names = useNames('user', roll.userId ? [roll.userId] : [], refs)
  const outcome = roll.state === 'deleted' ? 'deleted' : roll.doffedAt ? 'doffed' : 'begun'
  return (
    <Notice
      icon={RollIcon}
      title={t(`pages.winder.over.${outcome}`, {
        name: roll.userId ? (names[roll.userId] ?? '…') : '…',
        time: formatClock(roll.doffedAt ?? roll.startedAt, zone),
        roll: formatRollName(roll, t),
        length: formatNumber(roll.lengthM, { language, unit: 'm', decimals: 0 }),
      })}
    />
  )
}
