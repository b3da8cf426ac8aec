import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { usePageLink } from '@/client/shell/use-page-link'
import { RollIcon } from '@/client/ui/icons'
import { postTime, processRecord, teamSummary, wasteDisposal } from '../../contract/production-sheets'
import { summaryFigures } from '../../rules/sheets'
import { wasteTones } from '../tones'
import { SummaryOrder } from './SummaryFields'
import { TabbedSheets, type SheetKind } from './TabbedSheets'
import { WasteCheck } from './WasteCheck'

const foot = ['images', 'note'] as const
const head = ['businessDate', 'lineId', 'shift', 'team'] as const
const kinds: readonly SheetKind[] = [
  {
    of: processRecord,
    columns: [...head, 'occurredAt', 'kind', 'description', 'measure', 'workOrderId', 'userId'],
    only: ['lineId', 'kind', 'description', 'measure', 'occurredAt', 'workOrderId', 'businessDate', ...foot],
    now: ['occurredAt'],
  },
  {
    of: teamSummary,
    columns: [...head, 'workOrderId', ...summaryFigures, 'correction', 'userId'],
    only: ['lineId', 'businessDate', 'workOrderId', ...summaryFigures, 'correction', ...foot],
    draw: { workOrderId: (form) => <SummaryOrder form={form} /> },
  },
  {
    of: wasteDisposal,
    columns: [...head, 'totalKg', 'state', 'lines', 'userId', 'checkedBy', 'checkedAt', 'checkNote'],
    only: ['lineId', 'businessDate', 'lines', 'workOrderId', ...foot],
    cells: { state: (row) => <ResourceStateBadge of={wasteDisposal} state={row['state']} tones={wasteTones} /> },
    actions: (row) => <WasteCheck row={row} />,
  },
  {
    of: postTime,
    columns: [...head, 'post', 'personId', 'startsAt', 'endsAt', 'userId'],
    only: ['lineId', 'post', 'personId', 'startsAt', 'endsAt', 'businessDate', 'note'],
    now: ['startsAt'],
  },
]

/** 生产报表: records of a shift besides its handover; rolls are on the winder's page. */
export default function ProductionSheetPage() {
  const { t } = useTranslation('handover')
  const rolls = usePageLink()('rollInteractive')
  return (
    <TabbedSheets
      label={t('pages.sheet.views')}
      kinds={kinds}
      tools={
        rolls && (
          <Link className="ui-button is-quiet" to={rolls}>
            <RollIcon size={20} />
            {t('pages.sheet.rolls')}
          </Link>
        )
      }
    />
  )
}
