import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/client/format/use-language'
import { labelIn, type Parameter } from '../../rules/process-standard'
import { limitsOf, targetOf } from './limits'

/** Parameters with target and limits; changes against the previous version are highlighted. */
export function ParameterTable({
  parameters,
  before,
}: {
  parameters: readonly Parameter[]
  before: readonly Parameter[] | null
}) {
  const { t } = useTranslation('standards')
  const language = useLanguage()
  if (parameters.length === 0) return null
  const known = new Map((before ?? []).map((one) => [one.key, one]))
  const same = (one: Parameter) => {
    const old = known.get(one.key)
    return (
      !before ||
      (old !== undefined &&
        old.low === one.low &&
        old.target === one.target &&
        old.high === one.high &&
        old.unit === one.unit)
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
          {parameters.map((one) => (
            <tr key={one.key} className={same(one) ? undefined : 'is-changed'}>
              <th scope="row">
                {labelIn(one, language)}
                {!same(one) && (
                  <small>{t(known.has(one.key) ? 'pages.standard.changed' : 'pages.standard.added')}</small>
                )}
              </th>
              <td className="is-number">{targetOf(one, language) ?? '–'}</td>
              <td className="is-number">{limitsOf(one, language) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
