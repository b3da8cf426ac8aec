import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDay, formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { ActiveIcon, ErrorIcon, IdleIcon } from '@/client/ui/icons'
import type { TargetVerdict } from '@/areas/overview/rules/target-verdict'
import type { LineState } from '../../rules/lobby'
import { toneOf } from './Headlines'
import type { ScreenData } from './screen-data'
import { wallNumber } from './wall-number'
import { WallBars } from './WallBars'

const shortDay = (day: string): string => day.slice(5).replace('-', '/')
function useText() {
  const language = useLanguage()
  return (value: number | null, unit: string, decimals: number) => wallNumber(value, unit, decimals, language)
}
const MOST_LINES = 6
/** Progress towards the target. */
function Progress({ percent, verdict }: { percent: number | null; verdict: TargetVerdict | null }) {
  return (
    <div className="wall-progress" data-tone={toneOf(verdict)}>
      <i style={{ width: `${Math.min(100, percent ?? 0)}%` }} />
    </div>
  )
}
/** Table for reading from afar. Columns are named by their answer fields. */
function WallTable({ columns, children }: { columns: readonly string[]; children: ReactNode }) {
  const { t } = useTranslation('boards')
  return (
    <table className="wall-table">
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {t(`answers.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
/** Output of the day against the target, and of the last seven days. */
export function OutputScene({ of }: { of: ScreenData['output'] }) {
  const { t } = useTranslation('boards')
  const text = useText()
  return (
    <div className="wall-two">
      <ul className="wall-rows">
        {of.lines.slice(0, MOST_LINES).map(({ lineId, label, outputKg, targetKg, reachedPercent, verdict }) => (
          <li key={lineId}>
            <span>{label}</span>
            <b>{text(outputKg, 'kg', 0)}</b>
            <em>{targetKg === null ? t('wall.noTarget') : `${text(reachedPercent, '%', 0)}`}</em>
            <Progress percent={reachedPercent} verdict={verdict} />
          </li>
        ))}
      </ul>
      <WallBars
        question={t('wall.outputWeek')}
        bars={of.days.map(({ day, outputKg, targetKg }) => ({
          name: shortDay(day),
          value: outputKg,
          target: targetKg,
          text: text(outputKg, 'kg', 0),
        }))}
      />
    </div>
  )
}
const ICONS = { running: ActiveIcon, standing: ErrorIcon, idle: IdleIcon } as const satisfies Record<LineState, unknown>
/** State of each line, with the reason and start of a stop. */
export function LinesScene({ of, now }: { of: ScreenData['top']; now: number }) {
  const { t } = useTranslation('boards')
  const language = useLanguage()
  return (
    <ul className="wall-lines">
      {of.lines.map(({ lineId, label, state, since, reason, order, product }) => {
        const Icon = ICONS[state]
        return (
          <li key={lineId} data-state={state}>
            <h2>{label}</h2>
            <p className="wall-state">
              <Icon size={48} /> {t(`answerOptions.state.${state}`)}
              {since && ` ${formatDuration(now - Date.parse(since), language)}`}
            </p>
            <p>
              {state === 'standing'
                ? (reason ?? t('wall.noReason'))
                : order
                  ? `${order} ${product ?? ''}`
                  : t('wall.none')}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
/** Q1, downgrades and waste by line, and Q1 of the last seven days. */
export function QualityScene({ of }: { of: ScreenData['output'] }) {
  const { t } = useTranslation('boards')
  const text = useText()
  return (
    <div className="wall-two">
      <WallTable columns={['line', 'winderQ1Percent', 'winderDowngradePercent', 'wastePercent']}>
        {of.lines.slice(0, MOST_LINES).map((line) => (
          <tr key={line.lineId}>
            <th scope="row">{line.label}</th>
            <td>{text(line.winderQ1Percent, '%', 1)}</td>
            <td>{text(line.winderDowngradePercent, '%', 1)}</td>
            <td>{text(line.wastePercent, '%', 1)}</td>
          </tr>
        ))}
      </WallTable>
      <WallBars
        question={t('wall.qualityWeek')}
        bars={of.days.map(({ day, q1Percent }) => ({
          name: shortDay(day),
          value: q1Percent,
          text: text(q1Percent, '%', 0),
        }))}
      />
    </div>
  )
}
/** Electricity by line and the kWh per kg of the last seven days. */
export function EnergyScene({ of }: { of: ScreenData['energy'] }) {
  const { t } = useTranslation('boards')
  const text = useText()
  return (
    <div className="wall-two">
      <WallTable columns={['line', 'kwh', 'kwhPerKg']}>
        {of.lines.slice(0, MOST_LINES).map(({ lineId, label, kwh, kwhPerKg, target }) => (
          <tr key={lineId} data-short={kwhPerKg !== null && target !== null && kwhPerKg > target}>
            <th scope="row">{label}</th>
            <td>{text(kwh, 'kWh', 0)}</td>
            <td>{text(kwhPerKg, 'kWh/kg', 2)}</td>
          </tr>
        ))}
      </WallTable>
      <WallBars
        question={t('wall.energyWeek')}
        bars={of.days.map(({ day, kwhPerKg }) => ({
          name: shortDay(day),
          value: kwhPerKg,
          text: text(kwhPerKg, '', 2),
        }))}
      />
    </div>
  )
}
/** Rows that fit on the screen; if there are more orders, the last row gives their number. */
const MOST_ROWS = 7
/** Orders that run now or start within the next 24 hours. */
export function OrdersScene({ of }: { of: ScreenData['orders'] }) {
  const { t } = useTranslation('boards')
  const shown = of.orders.length > MOST_ROWS ? of.orders.slice(0, MOST_ROWS - 1) : of.orders
  const zone = usePlantZone()
  const dayOf = (at: string): string => formatDay(Date.parse(at), zone)
  const text = useText()
  return (
    <>
      <WallTable columns={['number', 'product', 'line', 'percent', 'endsAt']}>
        {shown.map(({ number, product, line, running, percent, endsAt, late }) => (
          <tr key={number} data-short={late}>
            <th scope="row">{number}</th>
            <td>{product}</td>
            <td>{line}</td>
            <td>{running ? text(percent, '%', 0) : t('wall.planned')}</td>
            <td>
              {dayOf(endsAt) === dayOf(of.at) ? '' : `${shortDay(dayOf(endsAt))} `}
              {formatClock(endsAt, zone)} {late && <b>{t('answers.late')}</b>}
            </td>
          </tr>
        ))}
      </WallTable>
      {shown.length < of.orders.length && <p>{t('wall.moreOrders', { count: of.orders.length - shown.length })}</p>}
      {of.orders.length === 0 && <p>{t('wall.noOrders')}</p>}
    </>
  )
}
