import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { jumboRoll } from '../../contract/jumbo-roll'
import { slitRoll } from '../../contract/slitting'

const MAKER_COLUMNS = ['team', 'shift', 'businessDate', 'userId']

/** Team, machine and shift that made the traced roll. */
export function RollMakersSection({ kind, id }: { kind: string; id: string }) {
  if (kind === 'jumboRoll') return <JumboMakersSection id={id} />
  return kind === 'slitRoll' ? <SlitRollMakersSection id={id} /> : null
}
function JumboMakersSection({ id }: { id: string }) {
  const { t } = useTranslation('rolls')
  const { row, refs } = useRow(jumboRoll, id)
  if (!row) return null
  return (
    <section>
      <h2>{t('pages.qualityTracking.makers')}</h2>
      <ResourceDetailView of={jumboRoll} row={row} refs={refs} only={['lineId', ...MAKER_COLUMNS, 'doffedAt']} />
    </section>
  )
}
function SlitRollMakersSection({ id }: { id: string }) {
  const { t } = useTranslation('rolls')
  const { row, refs } = useRow(slitRoll, id)
  if (!row) return null
  return (
    <section>
      <h2>{t('pages.qualityTracking.makers')}</h2>
      <ResourceDetailView of={slitRoll} row={row} refs={refs} only={['slitterId', ...MAKER_COLUMNS, 'doffedAt']} />
    </section>
  )
}
