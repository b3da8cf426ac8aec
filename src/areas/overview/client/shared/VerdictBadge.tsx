import { useTranslation } from 'react-i18next'
import { StateBadge } from '@/client/ui/StateBadge'
import type { TargetVerdict } from '../../rules/target-verdict'
import type { Tone } from '@/contract/state-machine'

export const targetVerdictTones: Readonly<Record<TargetVerdict, Tone>> = { met: 'ok', near: 'warn', missed: 'bad' }
/**
 * The judgement against a target in words.
 * @param isUnfinished true while only part of the target is due; the text is then e.g. "on schedule" instead of "met"
 */
export function VerdictBadge({ verdict, isUnfinished }: { verdict: TargetVerdict | null; isUnfinished: boolean }) {
  const { t } = useTranslation('overview')
  if (!verdict) return null
  return (
    <StateBadge tone={targetVerdictTones[verdict]}>
      {t(isUnfinished ? `verdicts.soFar.${verdict}` : `verdicts.${verdict}`)}
    </StateBadge>
  )
}
