import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import type { RowValueProps } from '@/client/area'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { liveTags } from '../contract/telemetry-endpoints'
import { ReadingSourceName } from './ReadingSourceName'

const REFRESH_INTERVAL_MS = 60_000
/** Automatic value of a meter with time and source, if it is newer than the manual reading. */
export default function LiveMeterCell({ id, part, validUntil: known, fallback: own, onNewer }: RowValueProps) {
  const { t } = useTranslation('telemetry')
  const zone = usePlantZone()
  // One request for all rows of a list.
  const { data } = useEndpoint(liveTags, { ofMeters: true }, { refreshEvery: REFRESH_INTERVAL_MS })
  const newest = (data ?? [])
    .filter(({ meterId, at, value }) => meterId === id && at !== null && value !== null)
    .reduce<NonNullable<typeof data>[number] | null>((best, one) => (best && best.at! >= one.at! ? best : one), null)
  const at = newest?.at && (known === null || known < newest.at) ? newest.at : null
  const value = newest?.value ?? null
  useEffect(() => onNewer?.(at !== null && value !== null ? { at, value } : null), [at, value, onNewer])
  if (!newest || at === null) return own
  if (part === 'value') return <Quantity value={newest.value} unit={newest.unit} decimals={3} whole />
  return (
    <>
      {formatMoment(at, zone)}{' '}
      <span className="quiet">
        <ReadingSourceName source={newest.source} />
      </span>{' '}
      {newest.stale && <StateBadge tone="warn">{t('pages.tags.old')}</StateBadge>}
    </>
  )
}
