import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import type { RowValueProps } from '@/client/area'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { liveTags } from '../contract/telemetry-endpoints'
import { isPlantSource } from '@/areas/telemetry/rules/tag'

const REFRESH_INTERVAL_MS = 60_000
/**
 * Value or reading time of a meter from its tag, if the tag's reading is newer than the manual reading; else
 * `fallback`. `fallbackTime` is the time of the manual reading.
 */
export default function LiveMeterCell({ id, part, fallbackTime, fallback, onNewer }: RowValueProps) {
  const { t } = useTranslation('telemetry')
  const zone = usePlantZone()
  // All rows of a list share one request.
  const { data } = useEndpoint(liveTags, { ofMeters: true }, { refreshIntervalMs: REFRESH_INTERVAL_MS })
  const newestReading = (data ?? [])
    .filter((reading) => reading.meterId === id && reading.at !== null && reading.value !== null)
    .reduce<NonNullable<typeof data>[number] | null>(
      (newest, reading) => (newest && newest.at! >= reading.at! ? newest : reading),
      null,
    )
  const newerReadAt =
    newestReading?.at && (fallbackTime === null || fallbackTime < newestReading.at) ? newestReading.at : null
  const value = newestReading?.value ?? null
  useEffect(
    () => onNewer?.(newerReadAt !== null && value !== null ? { at: newerReadAt, value } : null),
    [newerReadAt, value, onNewer],
  )
  if (!newestReading || newerReadAt === null) return fallback
  if (part === 'value')
    return <Quantity value={newestReading.value} unit={newestReading.unit} decimals={3} showsAllDigits />
  return (
    <>
      {formatMoment(newerReadAt, zone)}{' '}
      <span className="quiet">
        <ReadingSourceName source={newestReading.source} />
      </span>{' '}
      {newestReading.stale && <StateBadge tone="warn">{t('pages.tags.old')}</StateBadge>}
    </>
  )
}

/** Name of the source of a reading. Sources of the plant itself are translated; a device has its own name. */
export function ReadingSourceName({ source }: { source: string | null }) {
  const { t } = useTranslation('telemetry')
  return isPlantSource(source) ? t(`sources.${source}`) : source
}
