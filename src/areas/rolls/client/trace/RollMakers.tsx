import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { jumboRoll } from '../../contract/jumbo-roll'
import { slitRoll } from '../../contract/slitting'

const columns = ['team', 'shift', 'businessDate', 'userId']

/** Team, machine and shift that made the traced roll. */
export function RollMakers({ kind, id }: { kind: string; id: string }) {
  if (kind === 'jumboRoll') return <Wound id={id} />
  return kind === 'slitRoll' ? <Slit id={id} /> : null
}
function Wound({ id }: { id: string }) {
  const { t } = useTranslation('rolls')
  const { row, refs } = useRow(jumboRoll, id)
  if (!row) return null
  return (
    <section>
      <h2>{t('pages.qualityTracking.makers')}</h2>
      <ResourceDetailView of={jumboRoll} row={row} refs={refs} only={['lineId', ...columns, 'doffedAt']} />
    </section>
  )
}
function Slit({ id }: { id: string }) {
  const { t } = useTranslation('rolls')
  const { row, refs } = useRow(slitRoll, id)
  if (!row) return null
  return (
    <section>
      <h2>{t('pages.qualityTracking.makers')}</h2>
      <ResourceDetailView of={slitRoll} row={row} refs={refs} only={['slitterId', ...columns, 'doffedAt']} />
    </section>
  )
}
