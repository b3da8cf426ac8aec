import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { getParameterLabel, type ProcessParameter } from '../../rules/process-standard'
import { formatParameterLimits, formatTarget } from './format-limits'

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
  const previousByKey = new Map((previousParameters ?? []).map((parameter) => [parameter.key, parameter]))
  const isUnchanged = (parameter: ProcessParameter) => {
    const previousParameter = previousByKey.get(parameter.key)
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
                    {t(previousByKey.has(parameter.key) ? 'pages.standard.changed' : 'pages.standard.added')}
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
