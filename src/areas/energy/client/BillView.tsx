import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import type { ReportRow } from '@/contract/report'
import type { Tone } from '@/contract/state-machine'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { usePageLink } from '@/client/shell/use-page-link'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { ReportTables } from '@/plant/client/report/ReportView'
import type { Cells } from '@/client/resource/build-columns'
import { electricBill, electricBillCheck, electricBillReport } from '../contract/electric-bill'
import type { BillFinding } from '../rules/bill'
import { DataGapsNotice } from './DataGapsNotice'

const columns = ['month', 'number', 'totalKwh', 'totalCny', 'demandKw', 'powerFactorCny', 'writtenBy']
/** The first day of the month stands for the month. */
const cells: Cells = { month: (row) => String(row['month']).slice(0, 7) }
const findingTones: Readonly<Record<BillFinding, Tone>> = {
  agrees: 'ok',
  estimated: 'wait',
  missing: 'warn',
  notBilled: 'idle',
  notWorkedOut: 'idle',
  unexplained: 'bad',
}

/** 电费核对: the bills of the grid; the selected one is compared with the calculated amounts. */
export default function BillView({ title, tabs }: { title: string; tabs: ReactNode }) {
  return (
    <ResourcePage
      resource={electricBill}
      columns={columns}
      cells={cells}
      parts={{ title, above: tabs, detail: (openBill) => <BillPanel openBill={openBill} /> }}
    />
  )
}
function BillPanel({ openBill: { row, refs, onBack, onEdit, onRemoved } }: { openBill: OpenRow }) {
  const { t } = useTranslation('client')
  const mayEdit = useCanCall(electricBill.endpoints.update)
  const month = String(row['month'])
  return (
    <PageFrame
      title={month.slice(0, 7)}
      {...(onBack ? { onBack } : {})}
      tools={
        <RemoveRowButton
          endpoint={electricBill.endpoints.remove}
          row={row}
          title={month.slice(0, 7)}
          onRemoved={onRemoved}
        />
      }
      primary={
        mayEdit && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={onEdit}>
            {t('resource.edit')}
          </Button>
        )
      }
    >
      <div className="ui-sections energy">
        <BillCheckPanel month={month} note={row['note'] ? String(row['note']) : null} />
        <ResourceDetailView resource={electricBill} row={row} refs={refs} cells={cells} />
      </div>
    </PageFrame>
  )
}

function BillCheckPanel({ month, note }: { month: string; note: string | null }) {
  const check = useEndpoint(electricBillCheck, { month }, { resources: electricBillReport.resources })
  return (
    <QueryBoundary query={check} skeleton={<SkeletonChart />}>
      {(data) => <BillComparison check={data} note={note} />}
    </QueryBoundary>
  )
}
function BillComparison({ check, note }: { check: EndpointOutput<typeof electricBillCheck>; note: string | null }) {
  const { t } = useTranslation('energy')
  const getPageLink = usePageLink()
  const { lines, gaps } = check
  const renderFinding = (row: ReportRow) => {
    const billLine = lines.find(({ line }) => line === row['line'])
    if (!billLine) return null
    const { finding, estimated, unpriced } = billLine
    return (
      <span className="energy-finding">
        <StateBadge tone={findingTones[finding]}>{t(`pages.bill.finding.${finding}`)}</StateBadge>
        {estimated > 0 && (
          <span className="quiet">
            {' '}
            {t('pages.bill.estimated')} <Quantity value={estimated} unit="kWh" decimals={0} />
          </span>
        )}
        {unpriced > 0 && (
          <span className="quiet">
            {' '}
            {t('pages.bill.unpriced')} <Quantity value={unpriced} unit="kWh" decimals={0} />
          </span>
        )}
      </span>
    )
  }
  return (
    <section aria-label={t('pages.bill.check')}>
      <h2>{t('pages.bill.check')}</h2>
      <DataGapsNotice metrics={check} />
      <ReportTables report={electricBillReport} answer={check} cells={{ finding: renderFinding }} />
      {note && lines.some(({ finding }) => finding === 'unexplained') && (
        <p>
          {t('pages.bill.saidOfIt')} {note}
        </p>
      )}
      <p className="quiet">{t('pages.bill.meaning')}</p>
      {gaps.length > 0 && (
        <>
          <h3>{t('pages.bill.gaps')}</h3>
          <ul>
            {gaps.map(({ day, hours }) => {
              const to = getPageLink('energyStatistics', { day })
              return (
                <li key={day}>
                  {to ? <Link to={to}>{day}</Link> : day} {t('pages.energy.lacks', { count: hours })}
                </li>
              )
            })}
          </ul>
        </>
      )}
    </section>
  )
}
