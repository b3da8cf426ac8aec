import { useMemo } from 'react'
import type { CustomValues } from '@/contract/field'
import { useList } from '@/client/api/use-list'
import type { CustomColumn } from '@/client/fields/custom'
import { FieldShow } from '@/client/fields/registry'
import { useLanguage } from '@/client/format/use-language'
import type { AnyRow } from '@/client/resource/columns'
import type { Column } from '@/client/ui/DataTable'
import { customField, fieldOfDefinition } from '../../contract/custom-field'

const place = { area: 'equipment', owner: 'equipment' } as const
/** The ledger's extra columns: for forms and details as context, and as columns of the table, chosen by the person. */
export function useCustomColumns(): {
  context: Readonly<Record<string, readonly CustomColumn[]>>
  columns: Column<AnyRow>[]
} {
  const language = useLanguage()
  const { rows } = useList(customField, { appliesTo: 'equipment', size: 200 })
  return useMemo(() => {
    const own = rows.map((row): CustomColumn => ({
      key: row.key,
      label: language === 'zh' ? row.labelZh : row.labelEn,
      field: fieldOfDefinition(row),
      words: Object.fromEntries(row.choices.map((one) => [one.key, language === 'zh' ? one.zh : one.en])),
    }))
    const columns = own.map(({ key, label, field, words }): Column<AnyRow> => ({
      id: `custom.${key}`,
      header: field.kind === 'amount' && field.unit ? `${label} (${field.unit})` : label,
      hidden: true,
      number: field.kind === 'amount',
      cell: (row) => (
        <FieldShow
          field={field}
          name={key}
          place={place}
          value={(row['custom'] as CustomValues | undefined)?.[key] ?? null}
          refs={none}
          {...(words ? { words } : {})}
        />
      ),
    }))
    return { context: { equipment: own }, columns }
  }, [rows, language])
}
const none = {}
