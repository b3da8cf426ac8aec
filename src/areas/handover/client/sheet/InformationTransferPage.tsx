import { useTranslation } from 'react-i18next'
import { productConversion, productInfo } from '../../contract/production-sheets'
import { TabbedSheets, type SheetKind } from './TabbedSheets'

const head = ['businessDate', 'lineId', 'shift', 'team'] as const
const kinds: readonly SheetKind[] = [
  {
    of: productInfo,
    columns: ['businessDate', 'lineId', 'productId', 'requirements', 'packing', 'validFrom', 'validTo', 'userId'],
    only: ['lineId', 'productId', 'requirements', 'packing', 'validFrom', 'validTo', 'images', 'note', 'businessDate'],
  },
  {
    of: productConversion,
    columns: [...head, 'fromOrderId', 'toOrderId', 'startsAt', 'endsAt', 'wasteKg', 'changes', 'userId'],
    only: [
      'lineId',
      'fromOrderId',
      'toOrderId',
      'startsAt',
      'endsAt',
      'wasteKg',
      'changes',
      'images',
      'note',
      'businessDate',
    ],
    now: ['startsAt'],
  },
]

/** 信息传递: information about upcoming products, and changes from one order to the next. */
export default function InformationTransferPage() {
  const { t } = useTranslation('handover')
  return <TabbedSheets label={t('pages.information.views')} kinds={kinds} />
}
