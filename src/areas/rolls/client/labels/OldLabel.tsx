import { useTranslation } from 'react-i18next'
import { StateBadge } from '@/client/ui/StateBadge'
import { isLabelOld } from '../../rules/label'

/** Warns that the printed label differs from the current content, e.g. after reweighing or a downgrade. */
export function OldLabel({ row, now }: { row: Parameters<typeof isLabelOld>[0]; now: string }) {
  const { t } = useTranslation('rolls')
  return isLabelOld(row, now) && <StateBadge tone="warn">{t('pages.labels.old')}</StateBadge>
}
