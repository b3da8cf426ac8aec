import { useTranslation } from 'react-i18next'
import { isPlantSource } from '../rules/source'

/** Where a reading came from: the plant's own ways in words, a device by its name. */
export function SourceName({ source }: { source: string | null }) {
  const { t } = useTranslation('telemetry')
  return isPlantSource(source) ? t(`sources.${source}`) : source
}
