import { useTranslation } from 'react-i18next'
import { State } from '@/client/ui/State'
import { addDays } from '@/plant/rules/plant-time'
import { EXPIRES_SOON_DAYS } from '../../rules/lot'

/** The day of expiry; it stands out when it has come, or comes soon. */
export function ExpiresOn({ day, today }: { day: string | null; today: string }) {
  const { t } = useTranslation('feeding')
  if (!day) return '–'
  if (day <= today) return <State tone="bad">{t('pages.rawMaterial.expired', { day })}</State>
  return day <= addDays(today, EXPIRES_SOON_DAYS) ? <State tone="warn">{day}</State> : day
}
