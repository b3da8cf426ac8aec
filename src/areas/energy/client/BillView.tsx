import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TableScrollView } from '@/client/figures/MetricTable'
import { Link } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import type { Tone } from '@/contract/state-machine'
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
import { useElementWidth } from '@/client/ui/use-element-width'
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
      resource={electricBill}
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
        <ResourceDetailView resource={electricBill} row={row} refs={refs} cells={cells} />
      </div>
    </PageFrame>
  )
}

/** Minimum width of the ten-column table in px; a narrower view shows cards, so that no number is cut off. */
const TABLE_MIN_WIDTH_PX = 960
const comparisonNames = [
  'own',
  'billed',
  'off',
  'offPercent',
  'ownCny',
  'billedCny',
  'offCny',
  'offCnyPercent',
] as const
const comparisonDecimals = {
  own: 0,
  billed: 0,
  off: 0,
  offPercent: 1,
  ownCny: 2,
  billedCny: 2,
  offCny: 2,
  offCnyPercent: 1,
}
/** Fixed units; amounts without a fixed unit use the unit of the bill line. */
const fixedUnits = { offPercent: '%', ownCny: 'CNY', billedCny: 'CNY', offCny: 'CNY', offCnyPercent: '%' } as const

function BillCheckPanel({ month, note }: { month: string; note: string | null }) {
  const check = useEndpoint(electricBillCheck, { month }, { resources: ['electricBill', 'energyUse', 'energyMeter'] })
  if (check.isPending) return <SkeletonChart />
  if (check.error || !check.data) return <NotLoadedView query={check} />
  return <BillComparison check={check.data} note={note} />
}
/** A component of its own, because its width is measured on mount and must not be that of the skeleton. */
function BillComparison({ check, note }: { check: EndpointOutput<typeof electricBillCheck>; note: string | null }) {
  const { t } = useTranslation('energy')
  const getPageLink = usePageLink()
  const [measureSection, width] = useElementWidth<HTMLElement>()
  const { lines, gaps } = check
  type BillLineRow = (typeof lines)[number]
  const getUnit = (line: BillLineRow, name: (typeof comparisonNames)[number]): string =>
    name in fixedUnits ? fixedUnits[name as keyof typeof fixedUnits] : (line.unit ?? 'kWh')
  const renderCell = (line: BillLineRow, name: (typeof comparisonNames)[number]) => (
    <Quantity
      value={line[name]}
      unit={getUnit(line, name)}
      decimals={comparisonDecimals[name]}
      hasFixedDecimals={name.endsWith('Cny')}
    />
  )
  const renderFinding = (line: BillLineRow) => (
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
    <section ref={measureSection} className="figures-of" aria-label={t('pages.bill.check')}>
      <h2>{t('pages.bill.check')}</h2>
      <DataGapsNotice metrics={check} />
      {width >= TABLE_MIN_WIDTH_PX && (
        <TableScrollView name={t('pages.bill.check')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('answers.line')}</th>
                {comparisonNames.map((name) => (
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
                  {comparisonNames.map((name) => (
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
                {comparisonNames
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
