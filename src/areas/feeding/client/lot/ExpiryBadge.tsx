import { useTranslation } from 'react-i18next'
import { StateBadge } from '@/client/ui/StateBadge'
import { addDays } from '@/plant/rules/plant-time'
import { EXPIRES_SOON_DAYS } from '@/areas/feeding/rules/feed'

/** Day of expiry; highlighted if it has passed or is near. */
export function ExpiryBadge({ day, today }: { day: string | null; today: string }) {
  const { t } = useTranslation('feeding')
  if (!day) return '–'
  if (day <= today) return <StateBadge tone="bad">{t('pages.rawMaterial.expired', { day })}</StateBadge>
  return day <= addDays(today, EXPIRES_SOON_DAYS) ? <StateBadge tone="warn">{day}</StateBadge> : day
}
