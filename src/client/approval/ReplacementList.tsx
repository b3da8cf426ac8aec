import './approval.css'
import { useTranslation } from 'react-i18next'
import { useNames } from '../fields/options'
import { formatMoment } from '../format/time'
import { usePlantZone } from '../session/plant-zone'
import { PresetText } from '@/client/fields/presets'

export interface ReplacementRow {
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
  replacements: readonly ReplacementRow[]
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const userIds = replacements.flatMap((replacement) => [
    replacement.userId,
    replacement.insteadId,
    replacement.replacedBy,
  ])
  const names = useNames('user', [...new Set(userIds)], refs)
  const getName = (id: string) => names[id] ?? '…'
  if (replacements.length === 0) return null
  return (
    <section className="approval-section">
      <h3>{title}</h3>
      <ul className="approval">
        {replacements.map((replacement) => (
          <li key={`${replacement.replacedAt} ${replacement.userId}`}>
            <span>
              {t('approval.instead', { name: getName(replacement.userId), other: getName(replacement.insteadId) })}
            </span>
            <small>
              {t('approval.replacedBy', {
                name: getName(replacement.replacedBy),
                at: formatMoment(replacement.replacedAt, zone),
              })}
            </small>
            <p className="lines">
              <PresetText text={replacement.reason} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
