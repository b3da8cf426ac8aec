import '../balance.css'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { buildBar, outputParts, type Balance } from './balance-parts'

/** Mass balance of an order: a bar, its parts and an explanation of the gap. */
export function BalanceSection({ balance, tolerance }: { balance: Balance; tolerance: number }) {
  const { t } = useTranslation('feeding')
  const { parts, fedPercent } = buildBar(balance)
  return (
    <section className="balance">
      <p className="balance-head">
        {t('answers.fedKg')}{' '}
        <b>
          <Quantity value={balance.fedKg} unit="kg" decimals={3} />
        </b>
        <GapBadge balance={balance} />
      </p>
      <BalancePartsBar parts={parts} fedPercent={fedPercent} label={t('pages.materialWorkOrder.barLabel')} />
      <dl className="balance-parts">
        {outputParts.map((name) => (
          <div key={name} className={`is-${name}`}>
            <dt>{t(`answers.${name}`)}</dt>
            <dd>
              <Quantity value={balance[name]} unit="kg" decimals={3} />
            </dd>
          </div>
        ))}
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
/** The bar alone, e.g. for lists. */
export function BalancePartsBar({
  parts,
  fedPercent,
  label,
}: {
  parts: ReturnType<typeof buildBar>['parts']
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
/** The gap in percent, coloured by the tolerance. */
export function GapBadge({ balance }: { balance: Balance }) {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  if (balance.gapPercent === null)
    return (
      <StateBadge tone={balance.closes ? 'idle' : 'bad'}>
        {t(balance.closes ? 'pages.materialWorkOrder.nothingFed' : 'pages.materialWorkOrder.fedNothing')}
      </StateBadge>
    )
  const gap = formatNumber(balance.gapPercent, { language, unit: '%', decimals: 1 })
  return (
    <StateBadge tone={balance.closes ? 'ok' : 'bad'}>
      {t(balance.closes ? 'pages.materialWorkOrder.closes' : 'pages.materialWorkOrder.open', { gap })}
    </StateBadge>
  )
}
/** Sentences about the gap: its size, the tolerance and the first thing to check. */
function GapExplanation({ balance, tolerance }: { balance: Balance; tolerance: number }) {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const formatKg = (kg: number) => formatNumber(Math.abs(kg), { language, unit: 'kg', decimals: 1 })
  const params = {
    gap: formatKg(balance.gapKg),
    percent: formatNumber(Math.abs(balance.gapPercent ?? 0), { language, unit: '%', decimals: 1 }),
    tolerance: `${tolerance}%`,
    inProcess: formatKg(balance.inProcessKg),
  }
  return (
    <div className={`balance-words${balance.closes ? '' : ' is-open'}`}>
      <p>
        {t(
          `pages.materialWorkOrder.gap.${balance.gapPercent === null ? (balance.closes ? 'nothing' : 'noFeeds') : balance.closes ? 'closes' : balance.gapKg > 0 ? 'missing' : 'surplus'}`,
          params,
        )}
      </p>
      {balance.cause !== 'none' && (
        <p>
          <b>{t('pages.materialWorkOrder.lookAt')}</b> {t(`pages.materialWorkOrder.cause.${balance.cause}`, params)}
        </p>
      )}
      <p className="quiet">{t('pages.materialWorkOrder.formula', params)}</p>
    </div>
  )
}
