import { useTranslation } from 'react-i18next'
import type { ImportChange, ImportResult } from '@/contract/resource'
import { MISSING_TEXT } from '../format/number'
import { StateBadge } from '../ui/StateBadge'

/** Rows that a trial import would add and change, with old and new values. */
export function ImportChangeList({ result }: { result: ImportResult }) {
  const { t } = useTranslation('client')
  const { changes, created, updated } = result
  if (changes.length === 0) return null
  return (
    <section className="import-changes">
      <h2>
        {t(changes.length < created + updated ? 'resource.importFirst' : 'resource.importAll', {
          count: changes.length,
        })}
      </h2>
      <ul>
        {changes.map((change) => (
          <ImportChangeRow key={change.row} {...change} />
        ))}
      </ul>
    </section>
  )
}
function ImportChangeRow({ row, added, name, fields }: ImportChange) {
  const { t } = useTranslation('client')
  return (
    <li className="ui-card">
      <header>
        <b>{name}</b>
        <StateBadge tone={added ? 'ok' : 'active'}>
          {t(added ? 'resource.importAdded' : 'resource.importChanged')}
        </StateBadge>
        <small>{t('resource.importRow', { row })}</small>
      </header>
      <dl className="pairs">
        {fields.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {!added && (
                <>
                  <del>{before ?? MISSING_TEXT}</del>
                  <span aria-hidden="true"> → </span>
                </>
              )}
              <ins>{after ?? MISSING_TEXT}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
