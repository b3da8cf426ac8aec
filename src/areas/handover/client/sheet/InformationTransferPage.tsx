import { useTranslation } from 'react-i18next'
import { productConversion, productInfo } from '../../contract/production-records'
import { TabbedRecordsPage, type RecordTab } from './TabbedRecordsPage'

const HEAD_FIELDS = ['businessDate', 'lineId', 'shift', 'team'] as const
const TABS: readonly [RecordTab, ...RecordTab[]] = [
  {
    resource: productInfo,
    columns: ['businessDate', 'lineId', 'productId', 'requirements', 'packing', 'validFrom', 'validTo', 'userId'],
    fieldNames: [
      'lineId',
      'productId',
      'requirements',
      'packing',
      'validFrom',
      'validTo',
      'images',
      'note',
      'businessDate',
    ],
  },
  {
    resource: productConversion,
    columns: [...HEAD_FIELDS, 'fromOrderId', 'toOrderId', 'startsAt', 'endsAt', 'wasteKg', 'changes', 'userId'],
    fieldNames: [
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
    momentFields: ['startsAt'],
  },
]

/** 信息传递: information about upcoming products, and changes from one order to the next. */
export default function InformationTransferPage() {
  const { t } = useTranslation('handover')
  return <TabbedRecordsPage page="informationTransfer" label={t('pages.information.views')} recordTabs={TABS} />
}
