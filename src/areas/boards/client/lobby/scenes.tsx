import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDay, formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { ActiveIcon, ErrorIcon, IdleIcon } from '@/client/ui/icons'
import type { TargetVerdict } from '@/areas/overview/rules/target-verdict'
import type { ScreenLineState } from '../../rules/large-screen'
import type { ScreenData } from './follow-screen'
import { translateUnit } from '@/contract/language'
import { metrics } from '@/plant/rules/metrics'
import { formatNumber, type AppLanguage } from '@/client/format/number'

const formatShortDay = (day: string): string => day.slice(5).replace('-', '/')
function useWallNumberFormat() {
  const language = useLanguage()
  return (value: number | null, unit: string, decimals: number) => formatWallNumber(value, unit, decimals, language)
}
/** Maximum number of lines on the screen. */
const MAX_LINES = 6
/** Progress towards the target. */
function ProgressBar({ percent, verdict }: { percent: number | null; verdict: TargetVerdict | null }) {
  return (
    <div className="wall-progress" data-tone={getVerdictTone(verdict)}>
      <i style={{ width: `${Math.min(100, percent ?? 0)}%` }} />
    </div>
  )
}
/** Table for reading from afar. `columns` are fields of the screen's answer; their labels head the columns. */
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
export function OutputScene({ data }: { data: ScreenData['output'] }) {
  const { t } = useTranslation('boards')
  const formatValue = useWallNumberFormat()
  return (
    <div className="wall-two">
      <ul className="wall-rows">
        {data.lines.slice(0, MAX_LINES).map(({ lineId, label, outputKg, targetKg, reachedPercent, verdict }) => (
          <li key={lineId}>
            <span>{label}</span>
            <b>{formatValue(outputKg, 'kg', 0)}</b>
            <em>{targetKg === null ? t('wall.noTarget') : `${formatValue(reachedPercent, '%', 0)}`}</em>
            <ProgressBar percent={reachedPercent} verdict={verdict} />
          </li>
        ))}
      </ul>
      <WallBarChart
        caption={t('wall.outputWeek')}
        bars={data.days.map(({ day, outputKg, targetKg }) => ({
          name: formatShortDay(day),
          value: outputKg,
          target: targetKg,
          text: formatValue(outputKg, 'kg', 0),
        }))}
      />
    </div>
  )
}
const LINE_STATE_ICONS = { running: ActiveIcon, standing: ErrorIcon, idle: IdleIcon } as const satisfies Record<
  ScreenLineState,
  unknown
>
/** State of each line, with the reason and start of a stop. */
export function LinesScene({ data, now }: { data: ScreenData['top']; now: number }) {
  const { t } = useTranslation('boards')
  const language = useLanguage()
  return (
    <ul className="wall-lines">
      {data.lines.map(({ lineId, label, state, since, reason, order, product }) => {
        const Icon = LINE_STATE_ICONS[state]
        const orderText = order ? `${order} ${product ?? ''}` : t('wall.none')
        return (
          <li key={lineId} data-state={state}>
            <h2>{label}</h2>
            <p className="wall-state">
              <Icon size={48} /> {t(`answerOptions.state.${state}`)}
              {since && ` ${formatDuration(now - Date.parse(since), language)}`}
            </p>
            <p>{state === 'standing' ? (reason ?? t('wall.noReason')) : orderText}</p>
          </li>
        )
      })}
    </ul>
  )
}
/** Q1, downgrades and waste by line, and Q1 of the last seven days. */
export function QualityScene({ data }: { data: ScreenData['output'] }) {
  const { t } = useTranslation('boards')
  const formatValue = useWallNumberFormat()
  return (
    <div className="wall-two">
      <WallTable columns={['line', 'winderQ1Percent', 'winderDowngradePercent', 'wastePercent']}>
        {data.lines.slice(0, MAX_LINES).map((line) => (
          <tr key={line.lineId}>
            <th scope="row">{line.label}</th>
            <td>{formatValue(line.winderQ1Percent, '%', 1)}</td>
            <td>{formatValue(line.winderDowngradePercent, '%', 1)}</td>
            <td>{formatValue(line.wastePercent, '%', 1)}</td>
          </tr>
        ))}
      </WallTable>
      <WallBarChart
        caption={t('wall.qualityWeek')}
        bars={data.days.map(({ day, q1Percent }) => ({
          name: formatShortDay(day),
          value: q1Percent,
          text: formatValue(q1Percent, '%', 0),
        }))}
      />
    </div>
  )
}
/** Electricity by line and the kWh per kg of the last seven days. */
export function EnergyScene({ data }: { data: ScreenData['energy'] }) {
  const { t } = useTranslation('boards')
  const formatValue = useWallNumberFormat()
  return (
    <div className="wall-two">
      <WallTable columns={['line', 'kwh', 'kwhPerKg']}>
        {data.lines.slice(0, MAX_LINES).map(({ lineId, label, kwh, kwhPerKg, target }) => (
          <tr key={lineId} data-missed={kwhPerKg !== null && target !== null && kwhPerKg > target}>
            <th scope="row">{label}</th>
            <td>{formatValue(kwh, 'kWh', 0)}</td>
            <td>{formatValue(kwhPerKg, 'kWh/kg', 2)}</td>
          </tr>
        ))}
      </WallTable>
      <WallBarChart
        caption={t('wall.energyWeek')}
        bars={data.days.map(({ day, kwhPerKg }) => ({
          name: formatShortDay(day),
          value: kwhPerKg,
          text: formatValue(kwhPerKg, '', 2),
        }))}
      />
    </div>
  )
}
/** Maximum number of rows on the screen. With more orders, a text replaces the last row and gives the number of hidden orders. */
const MAX_ROWS = 7
/** Orders that run now or start within the next 24 hours. */
export function OrdersScene({ data }: { data: ScreenData['orders'] }) {
  const { t } = useTranslation('boards')
  const visibleOrders = data.orders.length > MAX_ROWS ? data.orders.slice(0, MAX_ROWS - 1) : data.orders
  const zone = usePlantZone()
  const formatMomentDay = (moment: string): string => formatDay(Date.parse(moment), zone)
  const formatValue = useWallNumberFormat()
  return (
    <>
      <WallTable columns={['number', 'product', 'line', 'percent', 'endsAt']}>
        {visibleOrders.map(({ number, product, line, running, percent, endsAt, late }) => (
          <tr key={number} data-missed={late}>
            <th scope="row">{number}</th>
            <td>{product}</td>
            <td>{line}</td>
            <td>{running ? formatValue(percent, '%', 0) : t('wall.planned')}</td>
            <td>
              {formatMomentDay(endsAt) === formatMomentDay(data.at)
                ? ''
                : `${formatShortDay(formatMomentDay(endsAt))} `}
              {formatClock(endsAt, zone)} {late && <b>{t('answers.late')}</b>}
            </td>
          </tr>
        ))}
      </WallTable>
      {visibleOrders.length < data.orders.length && (
        <p>{t('wall.moreOrders', { count: data.orders.length - visibleOrders.length })}</p>
      )}
      {data.orders.length === 0 && <p>{t('wall.noOrders')}</p>}
    </>
  )
}

interface WallBar {
  readonly name: string
  readonly value: number | null
  readonly target?: number | null
  /** The formatted value. */
  readonly text: string
}
/** Bar chart of several days, large enough for a wall. A line across each bar is its target. */
function WallBarChart({ caption, bars }: { caption: string; bars: readonly WallBar[] }) {
  const { t } = useTranslation('boards')
  const maxValue = Math.max(1e-9, ...bars.flatMap(({ value, target }) => [value ?? 0, target ?? 0]))
  return (
    <figure className="wall-bars">
      <figcaption>{caption}</figcaption>
      <ol>
        {bars.map(({ name, value, target, text }) => (
          <li key={name}>
            <b>{value === null ? t('wall.none') : text}</b>
            <div>
              <i
                style={{ height: `${((value ?? 0) / maxValue) * 100}%` }}
                data-missed={target != null && value !== null && value < target}
              />
              {target != null && <s style={{ bottom: `${(target / maxValue) * 100}%` }} />}
            </div>
            <span>{name}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}

/** Ticker of notices at the foot of the screen. With reduced motion the notices stand still. */
export function NoticeBar({ notices, seconds }: { notices: ScreenData['notices']['notices']; seconds: number }) {
  const { t } = useTranslation('boards')
  if (notices.length === 0) return <div className="wall-notices" />
  const items = notices.map(({ kind, text }, index) => (
    <span key={`${kind} ${text} ${index}`} data-kind={kind}>
      <b>{t(`answerOptions.kind.${kind}`)}</b> {text}
    </span>
  ))
  return (
    <div className="wall-notices" role="marquee" aria-label={t('answers.notices')}>
      <div style={{ animationDuration: `${seconds * Math.max(1, notices.length / 2)}s` }}>{items}</div>
    </div>
  )
}

const DECIMALS: Readonly<Record<string, number>> = { outputKg: 0, kwhPerKg: 2 }
/** Compound units are too long for the large digits and follow in small type. */
const hasLongUnit = (name: keyof typeof metrics): boolean => metrics[name].unit.includes('/')
/** The five headline metrics of today with their targets. */
export function HeadlineBar({ figures: headlines }: { figures: ScreenData['top']['figures'] }) {
  const { t } = useTranslation(['boards', 'plant'])
  const language = useLanguage()
  const formatValue = (name: keyof typeof metrics, value: number | null) =>
    formatWallNumber(value, hasLongUnit(name) ? '' : metrics[name].unit, DECIMALS[name] ?? 1, language)
  return (
    <dl className="wall-figures">
      {headlines.map(({ figure, value, target, verdict }) => (
        <div key={figure} data-tone={getVerdictTone(verdict)}>
          <dt>{t(`plant:figures.${figure}.name`)}</dt>
          <dd>
            {formatValue(figure, value)}
            {hasLongUnit(figure) && value !== null && <small> {translateUnit(metrics[figure].unit, language)}</small>}
          </dd>
          <dd className="wall-target">
            {target === null ? t('wall.noTarget') : t('wall.target', { value: formatValue(figure, target) })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
const VERDICT_TONES = { met: 'good', near: 'near', missed: 'missed' } as const satisfies Record<TargetVerdict, string>
/** Returns the tone of a verdict. A running day is judged by the part of the target that is due by now. */
const getVerdictTone = (verdict: TargetVerdict | null): 'good' | 'near' | 'missed' | 'none' =>
  verdict === null ? 'none' : VERDICT_TONES[verdict]

/**
 * Formats a number for a large screen. Large values are abbreviated in every unit, so that they are readable from afar.
 */
const formatWallNumber = (value: number | null, unit: string, decimals: number, language: AppLanguage): string =>
  formatNumber(value, { language, unit, decimals, abbreviate: true })
