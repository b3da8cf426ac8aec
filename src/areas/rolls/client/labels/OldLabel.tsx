import { useTranslation } from 'react-i18next'
import { StateBadge } from '@/client/ui/StateBadge'
import { isLabelOld } from '../../rules/label'

/** That the label on a thing says something else than `now`: it was weighed again, or downgraded. Nothing where it is right. */
export function OldLabel({ row, now }: { row: Parameters<typeof isLabelOld>[0]; now: string }) {
  const { t } = useTranslation('rolls')
  return isLabelOld(row, now) && <StateBadge tone="warn">{t('pages.labels.old')}</StateBadge>
}
