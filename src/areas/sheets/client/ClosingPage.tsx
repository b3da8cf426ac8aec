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
import { LateItems } from './LateItems'
import { MonthChooser, useMonth } from './MonthChooser'
import { Recount } from './Recount'

const RESOURCES = {
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
const views = ['list', 'late', 'recount'] as const
export type Checklist = EndpointOutput<typeof monthChecklist>

/** 月度结账: checklist of a month, closing and reopening, and late writes. */
export default function ClosingPage() {
  const { t } = useTranslation(['sheets', 'contract'])
  const [params, change] = useParams()
  const view = views.find((one) => one === params.get('view')) ?? 'list'
  const month = useMonth()
  const found = useEndpoint(monthChecklist, { month }, RESOURCES)
  return (
    <PageFrame
      title={t('contract:menu.monthClosing')}
      primary={view === 'list' && found.data ? <ClosingButtons of={found.data} /> : null}
    >
      <div className="sheets">
        <Tabs
          label={t('pages.views')}
          switchesViews
          tabs={views.map((key) => ({ key, word: t(`pages.closing.view.${key}`) }))}
          chosen={view}
          onChoose={(key) => change({ view: key })}
        />
        {view !== 'late' && <MonthChooser />}
        {view === 'list' && found.isPending && <SkeletonTable columns={3} />}
        {view === 'list' && found.error && <NotLoadedView of={found} />}
        {view === 'list' && found.data && !found.error && <Open of={found.data} />}
        {view === 'late' && <LateItems />}
        {view === 'recount' && <Recount month={month} />}
      </div>
    </PageFrame>
  )
}
function Open({ of }: { of: Checklist }) {
  const { t } = useTranslation('sheets')
  const zone = usePlantZone()
  const said = (key: string, by: string | null, at: string | null) =>
    by && at && <li key={key}>{t(`pages.closing.${key}`, { by, at: formatMoment(at, zone) })}</li>
  return (
    <>
      <p className={`sheets-item${of.state !== 'closed' && of.why ? ' is-blocking' : ''}`}>
        {t(`pages.closing.state.${of.state}`, { month: of.month })} {of.state !== 'closed' && of.why}
      </p>
      {(of.closedBy ?? of.askedBy ?? of.reason) && (
        <ul className="sheets-list">
          {said('closedBy', of.closedBy, of.closedAt)}
          {said('askedBy', of.askedBy, of.askedAt)}
          {of.state === 'reopened' && said('reopenedBy', of.reopenedBy, of.reopenedAt)}
          {of.reason && <li>{t('pages.closing.reason', { reason: of.reason })}</li>}
        </ul>
      )}
      <ul className="sheets-list">
        {of.items.map(({ item, count, blocking, link }) => (
          <li key={item} className={`sheets-item${count === 0 ? '' : blocking ? ' is-blocking' : ' is-open'}`}>
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
