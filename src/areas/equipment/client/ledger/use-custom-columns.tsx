import { useMemo } from 'react'
import type { CustomValues } from '@/contract/field'
import { useList } from '@/client/api/use-list'
import type { CustomFieldSpec } from '@/client/fields/custom'
import { FieldView } from '@/client/fields/registry'
import { useCanSee } from '@/client/session/use-session'
import { useLanguage } from '@/client/format/use-language'
import type { ListRow } from '@/client/resource/build-columns'
import type { Column } from '@/client/ui/DataTable'
import { customField, toResourceField } from '../../contract/custom-field'
import { equipment } from '../../contract/equipment'

const fieldPlace = { area: 'equipment', owner: 'equipment' } as const
const customFieldNames = ['custom', 'worth'] as const
const NO_REFS = {}

/** Returns the custom columns of the ledger as a context for forms and details, and as hidden table columns. */
export function useCustomColumns(): {
  context: Readonly<Record<string, readonly CustomFieldSpec[]>>
  columns: Column<ListRow>[]
} {
  const language = useLanguage()
  const { rows } = useList(customField, { size: 200 })
  const canSee = useCanSee()
  return useMemo(() => {
    const buildFieldSpecs = (target: string): CustomFieldSpec[] =>
      rows
        .filter(({ appliesTo }) => (appliesTo ?? 'equipment') === target)
        .map((row) => ({
          key: row.key,
          label: language === 'zh' ? row.labelZh : row.labelEn,
          field: toResourceField(row),
          optionLabels: Object.fromEntries(
            row.choices.map((choice) => [choice.key, language === 'zh' ? choice.zh : choice.en]),
          ),
        }))
    const visibleFields = customFieldNames.filter((fieldName) => canSee(equipment.fields[fieldName]))
    const context = Object.fromEntries(
      visibleFields.map((fieldName) => [
        equipment.fields[fieldName].of,
        buildFieldSpecs(equipment.fields[fieldName].of),
      ]),
    )
    const columns = visibleFields.flatMap((fieldName) =>
      (context[equipment.fields[fieldName].of] ?? []).map(({ key, label, field, optionLabels }): Column<ListRow> => ({
        id: `${fieldName}.${key}`,
        header: field.kind === 'amount' && field.unit ? `${label} (${field.unit})` : label,
        isHidden: true,
        isNumber: field.kind === 'amount',
        renderCell: (row) => (
          <FieldView
            field={field}
            name={key}
            place={fieldPlace}
            value={(row[fieldName] as CustomValues | undefined)?.[key] ?? null}
            refs={NO_REFS}
            {...(optionLabels ? { optionLabels } : {})}
          />
        ),
      })),
    )
    return { context, columns }
  }, [rows, language, canSee])
}
