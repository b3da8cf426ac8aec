import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import type { DisplayedSet } from './displayed-sets'

/** Returns a formatter for the name of a set: its assigned or expected number, and its doff time. */
export function useFormatSet(): (set: Pick<DisplayedSet, 'comes' | 'doffedAt'>) => string {
  const { t } = useTranslation('rolls')
  const zone = usePlantZone()
  return ({ comes, doffedAt }) =>
    [t('pages.divideInteractive.setWord', { set: comes }), doffedAt && formatClock(doffedAt, zone)]
      .filter(Boolean)
      .join(' · ')
}
