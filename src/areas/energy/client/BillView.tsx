import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TableScrollView } from '@/client/figures/TableScrollView'
import { Link } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import type { Tone } from '@/contract/tone'
import { useEndpoint } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
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
import { useWidth } from '@/client/resource/use-width'
import type { Cells } from '@/client/resource/build-columns'
import { electricBill, electricBillCheck } from '../contract/electric-bill'
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
      of={electricBill}
      columns={columns}
      cells={cells}
      parts={{ title, above: tabs, detail: (openBill) => <BillPanel openBill={openBill} /> }}
    />
  )
}
function BillPanel({ openBill: { row, refs, onBack, onEdit, onGone } }: { openBill: OpenRow }) {
  const { t } = useTranslation('client')
  const mayEdit = useCanCall(electricBill.endpoints.update)
  const month = String(row['month'])
  return (
    <PageFrame
      title={month.slice(0, 7)}
      {...(onBack ? { onBack } : {})}
      tools={
        <RemoveRowButton endpoint={electricBill.endpoints.remove} row={row} title={month.slice(0, 7)} onGone={onGone} />
      }
      primary={
        mayEdit && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={onEdit}>
            {t('resource.edit')}
          </Button>
        )
      }
    >
      <div className="energy">
        <BillCheckPanel month={month} note={row['note'] ? String(row['note']) : null} />
        <ResourceDetailView of={electricBill} row={row} refs={refs} cells={cells} />
      </div>
    </PageFrame>
  )
}

/** Minimum width of the ten-column table in px; a narrower view shows cards, so that no number is cut off. */
const TABLE_MIN_WIDTH_PX = 960
const metricNames = ['own', 'billed', 'off', 'offPercent', 'ownCny', 'billedCny', 'offCny', 'offCnyPercent'] as const
const decimals = { own: 0, billed: 0, off: 0, offPercent: 1, ownCny: 2, billedCny: 2, offCny: 2, offCnyPercent: 1 }
const metricUnits = { offPercent: '%', ownCny: 'CNY', billedCny: 'CNY', offCny: 'CNY', offCnyPercent: '%' } as const

function BillCheckPanel({ month, note }: { month: string; note: string | null }) {
  const check = useEndpoint(electricBillCheck, { month }, { resources: ['electricBill', 'energyUse', 'energyMeter'] })
  if (check.isPending) return <SkeletonChart />
  if (check.error || !check.data) return <NotLoadedView of={check} />
  return <BillComparison check={check.data} note={note} />
}
/** A separate component from the loading one, because its width is measured on mount. */
function BillComparison({ check, note }: { check: EndpointOutput<typeof electricBillCheck>; note: string | null }) {
  const { t } = useTranslation('energy')
  const getPageLink = usePageLink()
  const [boxRef, width] = useWidth<HTMLElement>()
  const { lines, gaps } = check
  type Line = (typeof lines)[number]
  const getUnit = (line: Line, name: (typeof metricNames)[number]): string =>
    name in metricUnits ? metricUnits[name as keyof typeof metricUnits] : (line.unit ?? 'kWh')
  const renderCell = (line: Line, name: (typeof metricNames)[number]) => (
    <Quantity value={line[name]} unit={getUnit(line, name)} decimals={decimals[name]} fixed={name.endsWith('Cny')} />
  )
  const renderFinding = (line: Line) => (
    <>
      <StateBadge tone={findingTones[line.finding]}>{t(`pages.bill.finding.${line.finding}`)}</StateBadge>
      {line.estimated > 0 && (
        <span className="quiet">
          {' '}
          {t('pages.bill.estimated')} <Quantity value={line.estimated} unit="kWh" decimals={0} />
        </span>
      )}
      {line.unpriced > 0 && (
        <span className="quiet">
          {' '}
          {t('pages.bill.unpriced')} <Quantity value={line.unpriced} unit="kWh" decimals={0} />
        </span>
      )}
    </>
  )
  return (
    <section ref={boxRef} className="figures-of" aria-label={t('pages.bill.check')}>
      <h2>{t('pages.bill.check')}</h2>
      <DataGapsNotice metrics={check} />
      {width >= TABLE_MIN_WIDTH_PX && (
        <TableScrollView name={t('pages.bill.check')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('answers.line')}</th>
                {metricNames.map((name) => (
                  <th key={name} scope="col">
                    {t(`answers.${name}`)}
                  </th>
                ))}
                <th scope="col">{t('answers.finding')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.line}>
                  <th scope="row">{t(`pages.bill.line.${line.line}`)}</th>
                  {metricNames.map((name) => (
                    <td key={name}>{renderCell(line, name)}</td>
                  ))}
                  <td>{renderFinding(line)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScrollView>
      )}
      {width > 0 && width < TABLE_MIN_WIDTH_PX && (
        <ul className="figure-cards">
          {lines.map((line) => (
            <li key={line.line} className="ui-card">
              <h3>{t(`pages.bill.line.${line.line}`)}</h3>
              <p>{renderFinding(line)}</p>
              <dl>
                {metricNames
                  .filter((name) => line[name] !== null)
                  .map((name) => (
                    <div key={name}>
                      <dt>{t(`answers.${name}`)}</dt>
                      <dd>{renderCell(line, name)}</dd>
                    </div>
                  ))}
              </dl>
            </li>
          ))}
        </ul>
      )}
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
