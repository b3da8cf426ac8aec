import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** One change of a version: name, old value, new value. */
export interface ComparisonRow {
  readonly key: string
  readonly name: ReactNode
  readonly oldValue: ReactNode
  readonly newValue: ReactNode
}
/** Table of the changes against the previous version, old and new side by side. */
export function ComparisonTable({
  revisions: [olderRevision, newerRevision],
  rows,
}: {
  revisions: readonly [number, number]
  rows: readonly ComparisonRow[]
}) {
  const { t } = useTranslation('standards')
  return (
    <section>
      <h2>{t('pages.standard.changes', { revision: olderRevision })}</h2>
      {rows.length === 0 ? (
        <p className="quiet">{t('pages.standard.noChanges')}</p>
      ) : (
        <table className="standard-table is-compared">
          <thead>
            <tr>
              <th scope="col">{t('pages.standard.what')}</th>
              <th scope="col">{t('pages.standard.revision', { revision: olderRevision })}</th>
              <th scope="col">{t('pages.standard.revision', { revision: newerRevision })}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, oldValue, newValue }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>
                  <del>{oldValue}</del>
                </td>
                <td>
                  <ins>{newValue}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
