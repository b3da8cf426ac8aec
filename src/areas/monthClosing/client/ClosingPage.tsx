import './month-closing.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { buildRowAddress } from '@/client/shell/row-address'
import { usePlantZone } from '@/client/session/plant-zone'
import { PageFrame } from '@/client/ui/PageFrame'
import { ResultView } from '@/client/ui/ResultView'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { monthChecklist } from '../contract/closing'
import { ClosingButtons } from './ClosingButtons'
import { LateItemList } from './LateItemList'
import { MonthBar, useMonthParam } from './shared/MonthBar'
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
    'user',
    'role',
  ],
}
const VIEWS = ['list', 'late', 'recount'] as const
export type MonthChecklist = EndpointOutput<typeof monthChecklist>

/** 月度结账: checklist of a month, closing and reopening, and late writes. */
export default function ClosingPage() {
  const { t } = useTranslation(['monthClosing', 'contract'])
  const [params, changeParams] = useQueryParams()
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
        {view === 'list' && (
          <QueryBoundary query={checklistQuery} skeleton={<SkeletonTable columns={3} />}>
            {(checklist) => <ChecklistSection checklist={checklist} />}
          </QueryBoundary>
        )}
        {view === 'late' && <LateItemList />}
        {view === 'recount' && <RecalculationPanel month={month} />}
      </div>
    </PageFrame>
  )
}
function getItemClass(count: number, isBlocking: boolean): string {
  if (count === 0) return 'month-closing-item'
  return isBlocking ? 'month-closing-item is-blocking' : 'month-closing-item is-open'
}
function ChecklistSection({ checklist }: { checklist: MonthChecklist }) {
  const { t } = useTranslation('monthClosing')
  const zone = usePlantZone()
  const renderEvent = (key: string, by: string | null, moment: string | null) =>
    by && moment && <li key={key}>{t(`pages.closing.${key}`, { by, at: formatMoment(moment, zone) })}</li>
  return (
    <>
      {checklist.state === 'closed' ? (
        <ResultView title={t('pages.closing.state.closed', { month: checklist.month })} />
      ) : (
        <p className={`month-closing-item${checklist.why ? ' is-blocking' : ''}`}>
          {t(`pages.closing.state.${checklist.state}`, { month: checklist.month })} {checklist.why}
        </p>
      )}
      {(checklist.closedBy ?? checklist.askedBy ?? checklist.reason) && (
        <ul className="month-closing-list stack">
          {renderEvent('closedBy', checklist.closedBy, checklist.closedAt)}
          {renderEvent('askedBy', checklist.askedBy, checklist.askedAt)}
          {checklist.state === 'reopened' && renderEvent('reopenedBy', checklist.reopenedBy, checklist.reopenedAt)}
          {checklist.reason && <li>{t('pages.closing.reason', { reason: checklist.reason })}</li>}
        </ul>
      )}
      <ApprovalList approvals={checklist.approvals} />
      <ul className="month-closing-list stack">
        {checklist.items.map(({ item, count, blocking, link, rows }) => (
          <li key={item} className={getItemClass(count, blocking)}>
            <span>
              {count === 0 ? '✓ ' : '• '}
              {count === 0 ? t(`closing.done.${item}`) : t(`closing.why.${item}`, { count })}
              {count > 0 && blocking && ` (${t('pages.closing.blocks')})`}
              {rows.length > 0 && <OpenRowList rows={rows} count={count} />}
            </span>
            {count > 0 && link && <Link to={link}>{t('pages.closing.rows')}</Link>}
          </li>
        ))}
      </ul>
    </>
  )
}
/** The first open rows of an item by name, each linked to its page. */
function OpenRowList({ rows, count }: { rows: MonthChecklist['items'][number]['rows']; count: number }) {
  const { t } = useTranslation('monthClosing')
  return (
    <ul className="cluster">
      {rows.map(({ id, resource, name, day }) => {
        const address = buildRowAddress(resource, { id })
        return (
          <li key={id}>
            {address ? <Link to={address}>{name}</Link> : name} {day}
          </li>
        )
      })}
      {count > rows.length && <li>{t('pages.closing.moreRows', { count: count - rows.length })}</li>}
    </ul>
  )
}
/** The approvals of a month: who gave each, or the people who may give it. */
function ApprovalList({ approvals }: { approvals: MonthChecklist['approvals'] }) {
  const { t } = useTranslation('monthClosing')
  const zone = usePlantZone()
  return (
    <section aria-label={t('pages.closing.approvals')}>
      <h2>{t('pages.closing.approvals')}</h2>
      <ol className="month-closing-list stack">
        {approvals.map(({ step, doneBy, doneAt, people }) => (
          <li key={step} className={`month-closing-item${doneBy ? '' : ' is-open'}`}>
            <b>
              {doneBy ? '✓ ' : '• '}
              {t(`pages.closing.approval.${step}`)}
            </b>
            {doneBy && doneAt ? (
              <span>{t('pages.closing.approvedBy', { by: doneBy, at: formatMoment(doneAt, zone) })}</span>
            ) : (
              <ApproverList people={people} label={t('pages.closing.approvers')} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
function ApproverList({ people, label }: { people: MonthChecklist['approvals'][number]['people']; label: string }) {
  const { t } = useTranslation('monthClosing')
  if (people.length === 0) return <span>{t('pages.closing.noApprover')}</span>
  return (
    <ul className="cluster" aria-label={label}>
      {people.map(({ id, name, role }) => (
        <li key={id}>
          {name} {role && <span className="quiet">{role}</span>}
        </li>
      ))}
    </ul>
  )
}
