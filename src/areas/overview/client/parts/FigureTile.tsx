import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { lowerIsBetterMetrics } from '@/areas/figures/rules/targets'
import { AbbreviatedNumbersProvider } from '@/client/ui/abbreviated-numbers'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import type { Verdict } from '../../rules/verdict'
import { verdictTones } from '../tones'
import { useFigureWord } from './use-figure-word'

export interface ShownFigure {
  readonly figure: ShiftMetricName
  readonly value: number | null
  readonly target: number | null
  readonly due: number | null
  readonly verdict: Verdict | null
  readonly changePercent: number | null
  readonly yearChangePercent: number | null
}
/** A metric with its target and changes; it links to its rows. */
export function FigureTile({ of, to, large }: { of: ShownFigure; to?: string | null; large?: boolean }) {
  const { t } = useTranslation('overview')
  const word = useFigureWord()(of.figure)
  return (
    <AbbreviatedNumbersProvider>
      <div className={`overview-tile${large ? ' is-large' : ''}`} title={word.formula}>
        <dt>{to ? <Link to={to}>{word.name}</Link> : word.name}</dt>
        <dd className="overview-value">
          <Quantity value={of.value} unit={word.unit} decimals={word.decimals} size="large" />
          {of.verdict && <StateBadge tone={verdictTones[of.verdict]}>{t(`verdicts.${of.verdict}`)}</StateBadge>}
        </dd>
        <dd className="quiet">
          {of.target !== null && (
            <span>
              {t(of.due === of.target ? 'pages.target' : 'pages.due')}{' '}
              <Quantity value={of.due} unit={word.unit} decimals={word.decimals} />
            </span>
          )}
          <Change of={of.figure} word={t('pages.before')} percent={of.changePercent} />
          <Change of={of.figure} word={t('pages.yearBefore')} percent={of.yearChangePercent} />
        </dd>
      </div>
    </AbbreviatedNumbersProvider>
  )
}
/** Change against a previous value. The color shows whether it is an improvement; screen readers get a word. */
export function Change({ of, word, percent }: { of: ShiftMetricName; word: string; percent: number | null }) {
  const { t } = useTranslation('overview')
  if (percent === null) return null
  const good = percent === 0 ? null : percent > 0 !== lowerIsBetterMetrics.has(of)
  return (
    <span>
      {word}{' '}
      <b className={good === null ? '' : good ? 'is-good' : 'is-worse'}>
        {percent > 0 ? '+' : ''}
        {percent}%
      </b>
      {good !== null && <span className="ui-hidden">{t(good ? 'pages.better' : 'pages.worse')}</span>}
    </span>
  )
}
