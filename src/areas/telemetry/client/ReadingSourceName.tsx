import { useTranslation } from 'react-i18next'
import { isPlantSource } from '../rules/plant-source'

/** Source of a reading: the plant's own sources translated, a device by its name. */
export function ReadingSourceName({ source }: { source: string | null }) {
  const { t } = useTranslation('telemetry')
  return isPlantSource(source) ? t(`sources.${source}`) : source
}
