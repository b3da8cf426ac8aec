import { useMemo } from 'react'
import { amount, choice, day, flag, text, type CustomValues, type Field } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import type { CustomColumn } from '@/client/fields/custom'
import { FieldShow } from '@/client/fields/registry'
import { useLanguage } from '@/client/format/use-language'
import type { AnyRow } from '@/client/resource/columns'
import type { Column } from '@/client/ui/DataTable'
import { customField } from '../../contract/custom-field'

type Definition = Row<typeof customField>
const MOST_DECIMALS = 6
const LONGEST = 400

/** A column the plant defined, as a field of the kit. */
export function fieldOf(row: Definition): Field {
  const base = row.mandatory ? { required: true } : {}
  switch (row.kind) {
    case 'number':
      return amount({
        ...base,
        unit: row.unit ?? '',
        digits: row.decimals ?? MOST_DECIMALS,
        ...(row.low === null ? {} : { min: row.low }),
        ...(row.high === null ? {} : { max: row.high }),
      })
    case 'choice':
      return choice(row.choices.map(({ key }) => key) as [string, ...string[]], base)
    case 'day':
      return day(base)
    case 'flag':
      return flag(base)
    default:
      return text({ ...base, max: row.maxLength ?? LONGEST })
  }
}

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
      field: fieldOf(row),
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
