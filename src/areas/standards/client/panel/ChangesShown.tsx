import type { Field } from '@/contract/field'
import { useLineField } from '@/client/fields/form-scope'
import { FieldShow } from '@/client/fields/registry'
import { useLabels } from '@/client/i18n/labels'
import { kindOf } from '../../contract/document'
import { changesOf, type ListChange } from '../../rules/changes'
import { Compared } from '../Compared'
import type { DocumentView, Shown, VersionProps } from '../document-view'

/** Changes against the previous version, old and new side by side. */
export function ChangesShown({ view, row, before, refs }: VersionProps & { view: DocumentView; before: Shown }) {
  const labels = useLabels('standards')
  const lineField = useLineField()
  const { resource } = view.of
  const { content } = kindOf(view.of, row)
  const lists = Object.keys(content).filter((name) => content[name]?.kind === 'list')
  // Derived fields are omitted, because they follow from other changes.
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
  const rows = changes.map((change) =>
    change.part === 'fact'
      ? {
          key: change.name,
          name: labels.field(resource, change.name),
          from: shown(change.name, content[change.name], change.before),
          to: shown(change.name, content[change.name], change.after),
        }
      : {
          key: `${change.list} ${change.key}`,
          name: (
            <>
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
            </>
          ),
          from: lineOf(change, change.before),
          to: lineOf(change, change.after),
        },
  )
  return <Compared revisions={[before.revision, row.revision]} rows={rows} />
}
