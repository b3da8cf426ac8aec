import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { formatNumber, getDecimalsNextToLimits } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { storedChart } from '../contract/stored-charts'
import { sigmaSources } from '../rules/spc/process-estimate'

const INDICES = ['cp', 'cpk', 'pp', 'ppk', 'cpm'] as const
/** Cpk from which customers in this industry accept a process as capable. */
const MIN_CAPABLE_CPK = 1.33
/** A process with a smaller index makes web outside the limits even if it is centred. */
const MIN_ADEQUATE_CPK = 1
const INDEX_DECIMALS = 2

/** Capability indices with confidence intervals, or a note if the product has no limits for the tested property. */
export function CapabilityPanel({ data }: { data: EndpointOutput<typeof storedChart> }) {
  const { t } = useTranslation('laboratory')
  const language = useLanguage()
  const capability: Readonly<Record<string, unknown>> = data.capability ?? {}
  // The cast is needed because values of custom fields have no type.
  const intervals = (capability['intervals'] ?? {}) as unknown as Record<string, readonly number[]>
  const listedIndices = INDICES.flatMap((name) => {
    const value = capability[name]
    return typeof value === 'number' ? [{ name, value, interval: intervals[name] }] : []
  })
  if (listedIndices.length === 0) return <p className="quiet">{t('pages.qualityData.noLimits')}</p>
  const formatIndex = (value: number | undefined, decimals = INDEX_DECIMALS) =>
    formatNumber(value, { language, decimals })
  const sigmaBasisText = formatSigmaBasis(data, capability, t)
  return (
    <>
      <dl className="lab-capability">
        {listedIndices.map(({ name, value, interval }) => (
          <div key={name} className="ui-card">
            <dt>{name.slice(0, 1).toUpperCase() + name.slice(1)}</dt>
            <dd className={getIndexClass(value)}>{formatIndex(value, getIndexDecimals(value))}</dd>
            {interval && (
              <dd className="quiet">
                {t('pages.qualityData.interval', { low: formatIndex(interval[0]), high: formatIndex(interval[1]) })}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {sigmaBasisText && <p className="quiet">{sigmaBasisText}</p>}
    </>
  )
}
/** Returns the decimals of an index that do not contradict its colour: 1.327 is not displayed as 1.33. */
const getIndexDecimals = (value: number): number =>
  Math.max(...[MIN_ADEQUATE_CPK, MIN_CAPABLE_CPK].map((low) => getDecimalsNextToLimits(value, { low }, INDEX_DECIMALS)))
function getIndexClass(value: number): string {
  if (value < MIN_ADEQUATE_CPK) return 'is-bad'
  return value < MIN_CAPABLE_CPK ? 'is-warn' : 'is-ok'
}
/** Formats the basis of the indices: `Cp, Cpk: σ within 0.21 g/m², …. Pp, Ppk, Cpm: s of all values 0.24 g/m²`. */
function formatSigmaBasis(
  {
    unit,
    digits,
    subgroup,
    singleValueRolls,
  }: Pick<EndpointOutput<typeof storedChart>, 'unit' | 'digits' | 'subgroup' | 'singleValueRolls'>,
  capability: Readonly<Record<string, unknown>>,
  t: TFunction<'laboratory'>,
): string {
  const source = sigmaSources.find((sourceName) => sourceName === capability['sigmaSource'])
  const formatSigma = (value: unknown) =>
    typeof value === 'number' ? `${value.toFixed(digits + 2)} ${unit ?? ''}`.trim() : null
  const sigmaWithin = formatSigma(capability['sigmaWithin'])
  const sigmaOverall = formatSigma(capability['sigmaOverall'])
  return [
    ...(source && sigmaWithin
      ? [t('pages.qualityData.sigma.within', { sigma: sigmaWithin, source: t(`pages.qualityData.sigma.${source}`) })]
      : []),
    ...(source && singleValueRolls > 0 ? [t('pages.qualityData.sigma.singleValues', { count: singleValueRolls })] : []),
    ...(source === 'betweenWithin' && (subgroup === 'hour' || subgroup === 'shift')
      ? [t('pages.qualityData.sigma.byRoll')]
      : []),
    ...(sigmaOverall ? [t('pages.qualityData.sigma.overall', { sigma: sigmaOverall })] : []),
  ].join(' ')
}
