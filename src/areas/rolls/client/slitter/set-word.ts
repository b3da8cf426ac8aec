import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import type { ShownSet } from './cut-state'

/** What a set is called wherever it is shown: its number, or the one it will get, and when it came off. */
export function useSetWord(): (set: Pick<ShownSet, 'comes' | 'doffedAt'>) => string {
  const { t } = useTranslation('rolls')
  const zone = usePlantZone()
  return ({ comes, doffedAt }) =>
    [t('pages.divideInteractive.setWord', { set: comes }), doffedAt && formatClock(doffedAt, zone)]
      .filter(Boolean)
      .join(' · ')
}
