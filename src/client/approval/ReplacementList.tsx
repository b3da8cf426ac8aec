import './approval.css'
import { useTranslation } from 'react-i18next'
import { useNames } from '../fields/options'
import { formatMoment } from '../format/time'
import { usePlantZone } from '../session/plant-zone'
import { PresetText } from '../i18n/PresetText'

export interface ApproverReplacement {
  readonly userId: string
  readonly insteadId: string
  readonly replacedBy: string
  readonly replacedAt: string
  readonly reason: string
}
/** Lists replacements: the approver, the replacement, and by whom, when and why. */
export function ReplacementList({
  title,
  replacements,
  refs,
}: {
  title: string
  replacements: readonly ApproverReplacement[]
  refs: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const userIds = replacements.flatMap((one) => [one.userId, one.insteadId, one.replacedBy])
  const names = useNames('user', [...new Set(userIds)], refs)
  const getName = (id: string) => names[id] ?? '…'
  if (replacements.length === 0) return null
  return (
    <section className="approval-shown">
      <h3>{title}</h3>
      <ul className="approval">
        {replacements.map((one) => (
          <li key={`${one.replacedAt} ${one.userId}`}>
            <span>{t('approval.instead', { name: getName(one.userId), other: getName(one.insteadId) })}</span>
            <small>
              {t('approval.replacedBy', { name: getName(one.replacedBy), at: formatMoment(one.replacedAt, zone) })}
            </small>
            <p className="lines">
              <PresetText text={one.reason} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
