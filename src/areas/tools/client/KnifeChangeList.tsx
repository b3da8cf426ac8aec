import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Quantity } from '@/client/ui/Quantity'
import { slitterKnives } from '../contract/tool-use'

const MAX_SHOWN = 12

/** Knives that came off this slitter, the latest first, with the metres each cut there. Empty without a network. */
export function KnifeChangeList({ slitterId }: { slitterId: string }) {
  const { t } = useTranslation('tools')
  const zone = usePlantZone()
  const { data } = useEndpoint(slitterKnives, { slitterId }, { resources: ['toolUse', 'tool'] })
  const removedUses = (data?.list ?? [])
    .flatMap((use) => (use.removedAt ? [{ ...use, removedAt: use.removedAt }] : []))
    .sort((a, b) => b.removedAt.localeCompare(a.removedAt))
    .slice(0, MAX_SHOWN)
  if (!data || removedUses.length === 0) return null
  return (
    <section className="tool-records">
      <h2>{t('pages.knives.before')}</h2>
      <ul>
        {removedUses.map((use) => (
          <li key={use.id}>
            <span>
              {data.refs[use.toolId]} · {use.place}
              <small>{formatMoment(use.removedAt, zone)}</small>
            </span>
            <span>{use.reason && t(`toolUse.options.reason.${use.reason}`)}</span>
            <Quantity value={use.metres} unit="m" decimals={0} />
          </li>
        ))}
      </ul>
    </section>
  )
}
