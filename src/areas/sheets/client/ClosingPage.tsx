import './sheet.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { monthChecklist } from '../contract/closing'
import { ClosingButtons } from './ClosingButtons'
import { LateItemList } from './LateItemList'
import { MonthBar, useMonthParam } from './MonthBar'
import { RecalculationPanel } from './RecalculationPanel'

const CHECKLIST_QUERY_OPTIONS = {
  resources: [
    'plantMonth',
    'inputOutputMonth',
    'lateItem',
    'handover',
    'lineStop',
    'orderCost',
    'jumboRoll',
    'shiftFigure',
  ],
}
const VIEWS = ['list', 'late', 'recount'] as const
export type MonthChecklist = EndpointOutput<typeof monthChecklist>

/** 月度结账: checklist of a month, closing and reopening, and late writes. */
export default function ClosingPage() {
  const { t } = useTranslation(['sheets', 'contract'])
  const [params, changeParams] = useParams()
  const view = VIEWS.find((candidate) => candidate === params.get('view')) ?? 'list'
  const month = useMonthParam()
  const checklistQuery = useEndpoint(monthChecklist, { month }, CHECKLIST_QUERY_OPTIONS)
  return (
    <PageFrame
      title={t('contract:menu.monthClosing')}
      primary={view === 'list' && checklistQuery.data ? <ClosingButtons checklist={checklistQuery.data} /> : null}
    >
      <div className="ui-sections">
        <Tabs
          label={t('pages.views')}
          isNavigation
          tabs={VIEWS.map((key) => ({ key, label: t(`pages.closing.view.${key}`) }))}
          chosen={view}
          onChoose={(key) => changeParams({ view: key })}
        />
        {view !== 'late' && <MonthBar />}
        {view === 'list' && checklistQuery.isPending && <SkeletonTable columns={3} />}
        {view === 'list' && checklistQuery.error && <NotLoadedView query={checklistQuery} />}
        {view === 'list' && checklistQuery.data && !checklistQuery.error && (
          <ChecklistSection checklist={checklistQuery.data} />
        )}
        {view === 'late' && <LateItemList />}
        {view === 'recount' && <RecalculationPanel month={month} />}
      </div>
    </PageFrame>
  )
}
function getItemClass(count: number, isBlocking: boolean): string {
  if (count === 0) return 'sheets-item'
  return isBlocking ? 'sheets-item is-blocking' : 'sheets-item is-open'
}
function ChecklistSection({ checklist }: { checklist: MonthChecklist }) {
  const { t } = useTranslation('sheets')
  const zone = usePlantZone()
  const renderEvent = (key: string, by: string | null, moment: string | null) =>
    by && moment && <li key={key}>{t(`pages.closing.${key}`, { by, at: formatMoment(moment, zone) })}</li>
  return (
    <>
      <p className={`sheets-item${checklist.state !== 'closed' && checklist.why ? ' is-blocking' : ''}`}>
        {t(`pages.closing.state.${checklist.state}`, { month: checklist.month })}{' '}
        {checklist.state !== 'closed' && checklist.why}
      </p>
      {(checklist.closedBy ?? checklist.askedBy ?? checklist.reason) && (
        <ul className="sheets-list stack">
          {renderEvent('closedBy', checklist.closedBy, checklist.closedAt)}
          {renderEvent('askedBy', checklist.askedBy, checklist.askedAt)}
          {checklist.state === 'reopened' && renderEvent('reopenedBy', checklist.reopenedBy, checklist.reopenedAt)}
          {checklist.reason && <li>{t('pages.closing.reason', { reason: checklist.reason })}</li>}
        </ul>
      )}
      <ul className="sheets-list stack">
        {checklist.items.map(({ item, count, blocking, link }) => (
          <li key={item} className={getItemClass(count, blocking)}>
            <span>
              {count === 0 ? '✓ ' : '• '}
              {count === 0 ? t(`closing.done.${item}`) : t(`closing.why.${item}`, { count })}
              {count > 0 && blocking && ` (${t('pages.closing.blocks')})`}
            </span>
            {count > 0 && link && <Link to={link}>{t('pages.closing.rows')}</Link>}
          </li>
        ))}
      </ul>
    </>
  )
}
