import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { usePageLink } from '@/client/shell/use-page-link'
import { RollIcon } from '@/client/ui/icons'
import { postTime, processRecord, teamSummary, wasteDisposal } from '../../contract/production-records'
import { summaryMetrics } from '../../rules/production-records'
import { wasteTones } from '../tones'
import { SummaryOrderField } from './SummaryOrderField'
import { TabbedRecordsPage, type RecordTab } from './TabbedRecordsPage'
import { WasteCheckBar } from './WasteCheckBar'

const FOOT_FIELDS = ['images', 'note'] as const
const HEAD_FIELDS = ['businessDate', 'lineId', 'shift', 'team'] as const
const TABS: readonly [RecordTab, ...RecordTab[]] = [
  {
    resource: processRecord,
    // `description` and `measure` come early, because phones and tablets show only the first columns.
    columns: [
      'businessDate',
      'occurredAt',
      'lineId',
      'description',
      'measure',
      'kind',
      'shift',
      'team',
      'workOrderId',
      'userId',
    ],
    fieldNames: [
      'lineId',
      'kind',
      'description',
      'measure',
      'occurredAt',
      'workOrderId',
      'businessDate',
      ...FOOT_FIELDS,
    ],
    momentFields: ['occurredAt'],
  },
  {
    resource: teamSummary,
    columns: [...HEAD_FIELDS, 'workOrderId', ...summaryMetrics, 'correction', 'userId'],
    fieldNames: ['lineId', 'businessDate', 'workOrderId', ...summaryMetrics, 'correction', ...FOOT_FIELDS],
    fieldRenderers: { workOrderId: (form) => <SummaryOrderField form={form} /> },
  },
  {
    resource: wasteDisposal,
    columns: [...HEAD_FIELDS, 'totalKg', 'state', 'lines', 'userId', 'checkedBy', 'checkedAt', 'checkNote'],
    fieldNames: ['lineId', 'businessDate', 'lines', 'workOrderId', ...FOOT_FIELDS],
    cells: { state: (row) => <ResourceStateBadge resource={wasteDisposal} state={row['state']} tones={wasteTones} /> },
    actions: (row) => <WasteCheckBar row={row} />,
  },
  {
    resource: postTime,
    columns: [...HEAD_FIELDS, 'post', 'personId', 'startsAt', 'endsAt', 'userId'],
    fieldNames: ['lineId', 'post', 'personId', 'startsAt', 'endsAt', 'businessDate', 'note'],
    momentFields: ['startsAt'],
  },
]

/** 生产报表: records of a shift besides its handover; rolls are on the winder's page. */
export default function ProductionSheetPage() {
  const { t } = useTranslation('handover')
  const rollPageLink = usePageLink()('rollInteractive')
  return (
    <TabbedRecordsPage
      page="productionSheet"
      label={t('pages.sheet.views')}
      recordTabs={TABS}
      tools={
        rollPageLink && (
          <Link className="ui-button is-quiet" to={rollPageLink}>
            <RollIcon size={20} />
            {t('pages.sheet.rolls')}
          </Link>
        )
      }
    />
  )
}
