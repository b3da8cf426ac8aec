import { useTranslation } from 'react-i18next'
import type { Field } from '@/contract/field'
import { useLineField } from '@/client/fields/form-scope'
import { FieldShow } from '@/client/fields/registry'
import { useLabels } from '@/client/i18n/labels'
import { kindOf } from '../../contract/document'
import { changesOf, type ListChange } from '../../rules/changes'
import type { DocumentView, Shown, VersionProps } from '../document-view'

/** What this version changed against the one before: old and new beside each other. */
export function ChangesShown({ view, row, before, refs }: VersionProps & { view: DocumentView; before: Shown }) {
  const { t } = useTranslation('standards')
  const labels = useLabels('standards')
  const lineField = useLineField()
  const { resource } = view.of
  const { content } = kindOf(view.of, row)
  const lists = Object.keys(content).filter((name) => content[name]?.kind === 'list')
  // What follows from the rest of the row is no change of its own.
  const facts = Object.keys(content).filter((name) => content[name]?.kind !== 'list' && !content[name]?.readonly)
  const keysOf = (name: string) => view.lineKeys[name] ?? []
  const changes = changesOf(before, row, facts, lists, keysOf)
  const shown = (name: string, field: Field | undefined, value: unknown, list?: string) =>
    field && (
      <FieldShow
        field={field}
        name={name}
        place={{ area: resource.area, owner: resource.name, ...(list ? { list } : {}) }}
        value={value}
        refs={refs}
      />
    )
  const lineOf = ({ list, differs }: ListChange, line: Readonly<Record<string, unknown>> | null) => {
    const field = content[list]
    if (!line || field?.kind !== 'list') return '–'
    return differs.map((part) => (
      <div key={part}>
        {labels.field({ area: resource.area, owner: resource.name, list }, part)}{' '}
        {shown(part, field.of[part] && lineField(list, field.of[part], line), line[part], list)}
      </div>
    ))
  }
  return (
    <section>
      <h2>{t('pages.standard.changes', { revision: before.revision })}</h2>
      {changes.length === 0 ? (
        <p className="quiet">{t('pages.standard.noChanges')}</p>
      ) : (
        <table className="standard-table is-compared">
          <thead>
            <tr>
              <th scope="col">{t('pages.standard.what')}</th>
              <th scope="col">{t('pages.standard.revision', { revision: before.revision })}</th>
              <th scope="col">{t('pages.standard.revision', { revision: row.revision })}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) =>
              change.part === 'fact' ? (
                <tr key={change.name}>
                  <th scope="row">{labels.field(resource, change.name)}</th>
                  <td>
                    <del>{shown(change.name, content[change.name], change.before)}</del>
                  </td>
                  <td>
                    <ins>{shown(change.name, content[change.name], change.after)}</ins>
                  </td>
                </tr>
              ) : (
                <tr key={`${change.list} ${change.key}`}>
                  <th scope="row">
                    {labels.field(resource, change.list)}
                    {keysOf(change.list).map((part) => {
                      const field = content[change.list]
                      return (
                        <div key={part}>
                          {field?.kind === 'list' &&
                            shown(part, field.of[part], (change.after ?? change.before)?.[part], change.list)}
                        </div>
                      )
                    })}
                  </th>
                  <td>
                    <del>{lineOf(change, change.before)}</del>
                  </td>
                  <td>
                    <ins>{lineOf(change, change.after)}</ins>
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
    </section>
  )
}
