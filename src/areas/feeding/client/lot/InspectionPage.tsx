import { useTranslation } from 'react-i18next'
import { usePageTitle } from '@/client/shell/use-menu'
import { LotList } from './LotList'

/** 原料检验: the lots, for quality to decide over. */
export default function InspectionPage() {
  const { t } = useTranslation('feeding')
  return <LotList title={usePageTitle() ?? t('materialLot.name')} />
}
