import type { Field } from '@/contract/field'
import { useLineField } from '@/client/fields/form-scope'
import { FieldShow } from '@/client/fields/registry'
import { useLabels } from '@/client/i18n/labels'
import { getDocumentKind } from '../../contract/document'
import { findDocumentChanges, type LineChange } from '../../rules/changes'
import { ComparisonTable } from '../ComparisonTable'
import type { DocumentView, VersionRow, VersionProps } from '../document-view'

/** Changes against the previous version, old and new side by side. */
export function ChangesTable({ view, row, before, refs }: VersionProps & { view: DocumentView; before: VersionRow }) {
  const labels = useLabels('standards')
  const lineField = useLineField()
  const { resource } = view.definition
  const { content } = getDocumentKind(view.definition, row)
  const listNames = Object.keys(content).filter((name) => content[name]?.kind === 'list')
  // Derived fields are omitted, because they follow from other changes.
  const fieldNames = Object.keys(content).filter((name) => content[name]?.kind !== 'list' && !content[name]?.readonly)
  const getKeyFields = (name: string) => view.lineKeys[name] ?? []
  const changes = findDocumentChanges(before, row, fieldNames, listNames, getKeyFields)
  const displayValue = (name: string, field: Field | undefined, value: unknown, list?: string) =>
    field && (
      <FieldShow
        field={field}
        name={name}
        place={{ area: resource.area, owner: resource.name, ...(list ? { list } : {}) }}
        value={value}
        refs={refs}
      />
    )
  const displayLine = ({ list, changedFields }: LineChange, line: Readonly<Record<string, unknown>> | null) => {
    const field = content[list]
    if (!line || field?.kind !== 'list') return '–'
    return changedFields.map((part) => (
      <div key={part}>
        {labels.field({ area: resource.area, owner: resource.name, list }, part)}{' '}
        {displayValue(part, field.of[part] && lineField(list, field.of[part], line), line[part], list)}
      </div>
    ))
  }
  const rows = changes.map((change) =>
    change.part === 'fact'
      ? {
          key: change.name,
          name: labels.field(resource, change.name),
          from: displayValue(change.name, content[change.name], change.before),
          to: displayValue(change.name, content[change.name], change.after),
        }
      : {
          key: `${change.list} ${change.key}`,
          name: (
            <>
              {labels.field(resource, change.list)}
              {getKeyFields(change.list).map((part) => {
                const field = content[change.list]
                return (
                  <div key={part}>
                    {field?.kind === 'list' &&
                      displayValue(part, field.of[part], (change.after ?? change.before)?.[part], change.list)}
                  </div>
                )
              })}
            </>
          ),
          from: displayLine(change, change.before),
          to: displayLine(change, change.after),
        },
  )
  return <ComparisonTable revisions={[before.revision, row.revision]} rows={rows} />
}
