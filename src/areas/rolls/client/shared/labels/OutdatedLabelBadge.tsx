import { useTranslation } from 'react-i18next'
import { StateBadge } from '@/client/ui/StateBadge'
import { isLabelOutdated } from '../../../rules/label-contents'

/** Warns that the printed label differs from the current content, e.g. after reweighing or a downgrade. */
export function OutdatedLabelBadge({
  row,
  currentContent,
}: {
  row: Parameters<typeof isLabelOutdated>[0]
  currentContent: string
}) {
  const { t } = useTranslation('rolls')
  return isLabelOutdated(row, currentContent) && <StateBadge tone="warn">{t('pages.labels.old')}</StateBadge>
}
