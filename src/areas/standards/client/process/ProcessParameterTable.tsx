import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { getParameterLabel, type ProcessParameter, type MaterialRatio } from '../../rules/process-standard'
import { formatNumber } from '@/client/format/number'

/** Parameters with target and limits; changes against the previous version are highlighted. */
export function ProcessParameterTable({
  parameters,
  previousParameters,
}: {
  parameters: readonly ProcessParameter[]
  previousParameters: readonly ProcessParameter[] | null
}) {
  const { t } = useTranslation('standards')
  const language = useLanguage()
  if (parameters.length === 0) return null
  const previousParameterByKey = new Map((previousParameters ?? []).map((parameter) => [parameter.key, parameter]))
  const isUnchanged = (parameter: ProcessParameter) => {
    const previousParameter = previousParameterByKey.get(parameter.key)
    return (
      !previousParameters ||
      (previousParameter !== undefined &&
        previousParameter.low === parameter.low &&
        previousParameter.target === parameter.target &&
        previousParameter.high === parameter.high &&
        previousParameter.unit === parameter.unit)
    )
  }
  return (
    <section>
      <h2>{t('processStandard.fields.parameters')}</h2>
      <table className="standard-table">
        <thead>
          <tr>
            <th scope="col">{t('processStandard.sub.parameters.label')}</th>
            <th scope="col" className="is-number">
              {t('processStandard.sub.parameters.target')}
            </th>
            <th scope="col" className="is-number">
              {t('pages.standard.limits')}
            </th>
          </tr>
        </thead>
        <tbody>
          {parameters.map((parameter) => (
            <tr key={parameter.key} className={isUnchanged(parameter) ? undefined : 'is-changed'}>
              <th scope="row">
                {getParameterLabel(parameter, language)}
                {!isUnchanged(parameter) && (
                  <small>
                    {t(previousParameterByKey.has(parameter.key) ? 'pages.standard.changed' : 'pages.standard.added')}
                  </small>
                )}
              </th>
              <td className="is-number">{formatTarget(parameter, language) ?? '–'}</td>
              <td className="is-number">{formatParameterLimits(parameter, language) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Language = 'zh' | 'en'
const formatValue = (value: number, language: Language): string => formatNumber(value, { language, decimals: 3 })
const formatRange = (low: number | null, high: number | null, unit: string, language: Language): string | null => {
  const unitSuffix = unit ? ` ${unit}` : ''
  if (low !== null && high !== null) return `${formatValue(low, language)}–${formatValue(high, language)}${unitSuffix}`
  if (low !== null) return `≥ ${formatValue(low, language)}${unitSuffix}`
  return high === null ? null : `≤ ${formatValue(high, language)}${unitSuffix}`
}
/** Formats the limits of a parameter; null without limits. */
export const formatParameterLimits = (
  { low, high, unit }: Pick<ProcessParameter, 'low' | 'high' | 'unit'>,
  language: Language,
): string | null => formatRange(low, high, unit ?? '', language)
/** Formats the target of a parameter; null without a target. */
export const formatTarget = (
  { target, unit }: Pick<ProcessParameter, 'target' | 'unit'>,
  language: Language,
): string | null => (target === null ? null : `${formatValue(target, language)}${unit ? ` ${unit}` : ''}`)
/** Formats the share of a material: the target, with the limits in brackets. */
export function formatRatio(
  { targetPercent, minPercent, maxPercent }: MaterialRatio,
  language: Language,
): string | null {
  const limits = formatRange(minPercent, maxPercent, '%', language)
  if (targetPercent == null) return limits
  const target = `${formatValue(targetPercent, language)} %`
  return limits ? `${target} (${limits})` : target
}
