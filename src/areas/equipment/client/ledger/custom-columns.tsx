import { useMemo } from 'react'
import type { CustomValues } from '@/contract/field'
import { useList } from '@/client/api/use-list'
import type { CustomFieldColumn } from '@/client/fields/custom'
import { FieldShow } from '@/client/fields/registry'
import { useCanSee } from '@/client/session/use-session'
import { useLanguage } from '@/client/format/use-language'
import type { ListRow } from '@/client/resource/build-columns'
import type { Column } from '@/client/ui/DataTable'
import { customField, fieldOfDefinition } from '../../contract/custom-field'
import { equipment } from '../../contract/equipment'

const place = { area: 'equipment', owner: 'equipment' } as const
/** Returns the custom columns of the ledger as a context for forms and details, and as hidden table columns. */
export function useCustomColumns(): {
  context: Readonly<Record<string, readonly CustomFieldColumn[]>>
  columns: Column<ListRow>[]
} {
  const language = useLanguage()
  const { rows } = useList(customField, { size: 200 })
  const seen = useCanSee()
  return useMemo(() => {
    const ownOf = (of: string): CustomFieldColumn[] =>
      rows
        .filter(({ appliesTo }) => (appliesTo ?? 'equipment') === of)
        .map((row) => ({
          key: row.key,
          label: language === 'zh' ? row.labelZh : row.labelEn,
          field: fieldOfDefinition(row),
          words: Object.fromEntries(row.choices.map((one) => [one.key, language === 'zh' ? one.zh : one.en])),
        }))
    const held = places.filter((place) => seen(equipment.fields[place]))
    const context = Object.fromEntries(
      held.map((place) => [equipment.fields[place].of, ownOf(equipment.fields[place].of)]),
    )
    const columns = held.flatMap((at) =>
      (context[equipment.fields[at].of] ?? []).map(({ key, label, field, words }): Column<ListRow> => ({
        id: `${at}.${key}`,
        header: field.kind === 'amount' && field.unit ? `${label} (${field.unit})` : label,
        hidden: true,
        number: field.kind === 'amount',
        cell: (row) => (
          <FieldShow
            field={field}
            name={key}
            place={place}
            value={(row[at] as CustomValues | undefined)?.[key] ?? null}
            refs={none}
            {...(words ? { words } : {})}
          />
        ),
      })),
    )
    return { context, columns }
  }, [rows, language, seen])
}
const places = ['custom', 'worth'] as const
const none = {}
