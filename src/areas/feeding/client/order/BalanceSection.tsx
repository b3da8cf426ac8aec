import '../balance.css'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import type { EndpointOutput } from '@/contract/endpoint'
import { calculateDisplayedGapPercent } from '@/plant/rules/limits'
import type { massBalanceReport, materialOrders } from '../../contract/feeding-endpoints'

/** Mass balance of an order: a bar, its parts and an explanation of the gap. */
export function BalanceSection({ balance, tolerance }: { balance: JudgedBalance; tolerance: number }) {
  const { t } = useTranslation('feeding')
  const { parts, fedPercent } = buildBalanceBar(balance)
  return (
    <section className="balance">
      <p className="balance-head">
        {t('answers.fedKg')}{' '}
        <b>
          <Quantity value={balance.fedKg} unit="kg" decimals={3} />
        </b>
        <GapBadge balance={balance} tolerance={tolerance} />
      </p>
      <BalanceBar parts={parts} fedPercent={fedPercent} label={t('pages.materialWorkOrder.barLabel')} />
      <dl className="balance-parts">
        {outputFields
          .filter((name) => balance[name] !== 0 || !RARE_PARTS.has(name))
          .map((name) => (
            <div key={name} className={`is-${name}`}>
              <dt>{t(`answers.${name}`)}</dt>
              <dd>
                <Quantity value={balance[name]} unit="kg" decimals={3} />
              </dd>
            </div>
          ))}
        {balance.inProcessKg > 0 && (
          <div>
            <dt>{t('answers.inProcessKg')}</dt>
            <dd>
              <Quantity value={balance.inProcessKg} unit="kg" decimals={3} />
            </dd>
          </div>
        )}
        <div className="is-gapKg">
          <dt>{t('answers.gapKg')}</dt>
          <dd>
            <Quantity value={balance.gapKg} unit="kg" decimals={3} />
          </dd>
        </div>
      </dl>
      <GapExplanation balance={balance} tolerance={tolerance} />
    </section>
  )
}
/** Bar of a mass balance without text, e.g. for lists. */
export function BalanceBar({
  parts,
  fedPercent,
  label,
}: {
  parts: ReturnType<typeof buildBalanceBar>['parts']
  fedPercent: number
  label: string
}) {
  const { t } = useTranslation('feeding')
  const partsText = parts.map((part) => `${t(`answers.${part.name}`)} ${Math.round(part.percent)}%`).join(', ')
  return (
    <div className="balance-bar" role="img" aria-label={`${label}: ${partsText || '–'}`}>
      {parts.map((part) => (
        <i key={part.name} className={`is-${part.name}`} style={{ width: `${part.percent}%` }} />
      ))}
      {fedPercent > 0 && fedPercent < 100 && <em style={{ insetInlineStart: `${fedPercent}%` }} />}
    </div>
  )
}
/** Gap of a mass balance in percent, coloured by the tolerance. */
export function GapBadge({ balance, tolerance }: { balance: JudgedBalance; tolerance: number }) {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  if (balance.gapPercent === null)
    return (
      <StateBadge tone={balance.closes ? 'idle' : 'bad'}>
        {t(balance.closes ? 'pages.materialWorkOrder.nothingFed' : 'pages.materialWorkOrder.fedNothing')}
      </StateBadge>
    )
  const gap = formatNumber(getDisplayedGapPercent(balance, tolerance), { language, unit: '%', decimals: 2 })
  return (
    <StateBadge tone={balance.closes ? 'ok' : 'bad'}>
      {t(balance.closes ? 'pages.materialWorkOrder.closes' : 'pages.materialWorkOrder.open', { gap })}
    </StateBadge>
  )
}
/** Sentences about the gap: its size, the tolerance and the first thing to check. */
function GapExplanation({ balance, tolerance }: { balance: JudgedBalance; tolerance: number }) {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const formatKg = (kg: number) => formatNumber(Math.abs(kg), { language, unit: 'kg', decimals: 3 })
  const params = {
    gap: formatKg(balance.gapKg),
    percent: formatNumber(Math.abs(getDisplayedGapPercent(balance, tolerance)), { language, unit: '%', decimals: 2 }),
    tolerance: `${tolerance}%`,
    inProcess: formatKg(balance.inProcessKg),
  }
  return (
    <div className={`balance-words${balance.closes ? '' : ' is-open'}`}>
      <p>{t(`pages.materialWorkOrder.gap.${getGapTextKey(balance)}`, params)}</p>
      {balance.cause !== 'none' && (
        <p>
          <b>{t('pages.materialWorkOrder.lookAt')}</b> {t(`pages.materialWorkOrder.cause.${balance.cause}`, params)}
        </p>
      )}
      <p className="quiet">{t('pages.materialWorkOrder.formula', params)}</p>
    </div>
  )
}

/** Returns the gap in percent without contradicting the verdict. */
const getDisplayedGapPercent = (balance: JudgedBalance, tolerance: number): number =>
  balance.closes ? (balance.gapPercent ?? 0) : calculateDisplayedGapPercent(balance, tolerance)
function getGapTextKey({ gapPercent, closes, gapKg }: JudgedBalance) {
  if (gapPercent === null) return closes ? 'nothing' : 'noFeeds'
  if (closes) return 'closes'
  return gapKg > 0 ? 'missing' : 'surplus'
}

type BalanceAnswer = EndpointOutput<typeof massBalanceReport>
/** Balance of an order with its verdict. */
type JudgedBalance = Omit<BalanceAnswer, 'tolerancePercent' | 'closes' | 'cause'> &
  Pick<EndpointOutput<typeof materialOrders>['list'][number], 'closes' | 'cause'>
/** Fills in a verdict if the server gave none: the balance is outside the tolerance, without a cause. */
export const fillMissingVerdict = ({ closes, cause, ...flows }: BalanceAnswer): JudgedBalance => ({
  ...flows,
  closes: closes ?? false,
  cause: cause ?? 'none',
})
/** Output and remaining mass, in the order of the bar. */
const outputFields = [
  'woundGoodKg',
  'woundDowngradedKg',
  'woundWasteKg',
  'woundCorrectedKg',
  'disposedKg',
  'pelletizedKg',
  'hopperKg',
] as const
/** Parts that are listed only if there are any. */
const RARE_PARTS: ReadonlySet<string> = new Set(['woundCorrectedKg'])

interface BalanceBarPart {
  readonly name: (typeof outputFields)[number] | 'gapKg'
  readonly kg: number
  readonly percent: number
}
/**
 * Builds the bar of a balance: shares of the input or of the output, whichever is larger; missing mass comes last. At
 * `fedPercent` the bar has a mark for the mass fed.
 */
export function buildBalanceBar(balance: JudgedBalance): { parts: BalanceBarPart[]; fedPercent: number } {
  const outputKg = outputFields.reduce((sum, name) => sum + Math.max(0, balance[name]), 0)
  // Mass taken from older hopper content adds to the mass fed.
  const fullBarKg = Math.max(balance.fedKg + Math.max(0, -balance.hopperKg), outputKg)
  if (fullBarKg <= 0) return { parts: [], fedPercent: 0 }
  const toPercent = (kg: number) => (kg / fullBarKg) * 100
  const parts: BalanceBarPart[] = outputFields
    .filter((name) => balance[name] > 0)
    .map((name) => ({ name, kg: balance[name], percent: toPercent(balance[name]) }))
  return {
    parts:
      balance.gapKg > 0 ? [...parts, { name: 'gapKg', kg: balance.gapKg, percent: toPercent(balance.gapKg) }] : parts,
    fedPercent: toPercent(balance.fedKg),
  }
}
