import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { formatMoment } from '@/client/format/time'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { Quantity } from '@/client/ui/Quantity'
import { inputOf, useAsked } from './asked'

interface Keeping {
  from?: string | null
  to?: string | null
  lineId?: string | null
}
/** Button that stores the sums of the displayed report, for those permitted. */
export function KeepButton({ of }: { of: Endpoint<Keeping, unknown> }) {
  const { t } = useTranslation('sheets')
  const may = useCanCall(of)
  const step = useInstantCommand(of)
  const { team: _team, ...asked } = useAsked()
  if (!may) return null
  return (
    <Button
      disabled={step.busy}
      onClick={() =>
        void step.run(inputOf({ ...asked, team: '' }), { done: t('pages.kept.done'), changes: ['keptSheet'] })
      }
    >
      {t('pages.kept.keep')}
    </Button>
  )
}
interface KeptLine {
  keptAt: string
  keptBy: string | null
  name: string
  value: number | null
}
/** Sums of the same days as they were stored before. */
export function KeptBefore({ of }: { of: object }) {
  const { t } = useTranslation('sheets')
  const zone = usePlantZone()
  const kept = 'kept' in of ? (of.kept as readonly KeptLine[]) : []
  if (kept.length === 0) return null
  return (
    <section aria-label={t('pages.kept.title')}>
      <h2>{t('pages.kept.title')}</h2>
      <ul className="sheets-list">
        {kept.map((one, i) => (
          <li key={i}>
            <span>
              {t(`options.kind.${one.name}`, {
                defaultValue: t(`options.grade.${one.name}`, { defaultValue: t(`answers.${one.name}`) }),
              })}
              : <Quantity value={one.value} decimals={0} />
            </span>
            <span className="sheets-note">
              {one.keptBy} {formatMoment(one.keptAt, zone)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
