import type { Field } from '@/contract/field'
import { useEntryField } from '@/client/fields/form-scope'
import { FieldView } from '@/client/fields/registry'
import { useLabels } from '@/client/i18n/labels'
import { getDocumentKind } from '../../contract/document'
import { findDocumentChanges, type LineChange } from '../../rules/changes'
import { ComparisonTable } from '../ComparisonTable'
import type { DocumentView, VersionRow, VersionProps } from '../document-view'

/** Changes against the previous version, old and new side by side. */
export function ChangesTable({
  view,
  row,
  previousVersion,
  refs,
}: VersionProps & { view: DocumentView; previousVersion: VersionRow }) {
  const labels = useLabels('standards')
  const getLineField = useEntryField()
  const { resource } = view.definition
  const { contentFields } = getDocumentKind(view.definition, row)
  const listNames = Object.keys(contentFields).filter((name) => contentFields[name]?.kind === 'list')
  // Derived fields are omitted, because they follow from other changes.
  const fieldNames = Object.keys(contentFields).filter(
    (name) => contentFields[name]?.kind !== 'list' && !contentFields[name]?.readonly,
  )
  const getKeyFields = (name: string) => view.lineKeys[name] ?? []
  const changes = findDocumentChanges(previousVersion, row, fieldNames, listNames, getKeyFields)
  const renderValue = (name: string, field: Field | undefined, value: unknown, list?: string) =>
    field && (
      <FieldView
        field={field}
        name={name}
        place={{ area: resource.area, owner: resource.name, ...(list ? { list } : {}) }}
        value={value}
        refs={refs}
      />
    )
  const renderLine = ({ list, changedFields }: LineChange, line: Readonly<Record<string, unknown>> | null) => {
    const field = contentFields[list]
    if (!line || field?.kind !== 'list') return '–'
    return changedFields.map((fieldName) => (
      <div key={fieldName}>
        {labels.field({ area: resource.area, owner: resource.name, list }, fieldName)}{' '}
        {renderValue(
          fieldName,
          field.of[fieldName] && getLineField(list, field.of[fieldName], line),
          line[fieldName],
          list,
        )}
      </div>
    ))
  }
  const rows = changes.map((change) =>
    change.part === 'field'
      ? {
          key: change.name,
          name: labels.field(resource, change.name),
          oldValue: renderValue(change.name, contentFields[change.name], change.before),
          newValue: renderValue(change.name, contentFields[change.name], change.after),
        }
      : {
          key: `${change.list} ${change.key}`,
          name: (
            <>
              {labels.field(resource, change.list)}
              {getKeyFields(change.list).map((fieldName) => {
                const field = contentFields[change.list]
                return (
                  <div key={fieldName}>
                    {field?.kind === 'list' &&
                      renderValue(
                        fieldName,
                        field.of[fieldName],
                        (change.after ?? change.before)?.[fieldName],
                        change.list,
                      )}
                  </div>
                )
              })}
            </>
          ),
          oldValue: renderLine(change, change.before),
          newValue: renderLine(change, change.after),
        },
  )
  return <ComparisonTable revisions={[previousVersion.revision, row.revision]} rows={rows} />
}
