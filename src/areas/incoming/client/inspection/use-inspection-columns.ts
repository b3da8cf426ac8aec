import { useMemo } from 'react'
import { useList } from '@/client/api/use-list'
import type { CustomFieldSpec } from '@/client/fields/custom'
import { useLanguage } from '@/client/format/use-language'
import { toKitField } from '@/areas/equipment/contract/custom-field'
import { incomingField } from '../../contract/incoming-field'

/** Returns the custom fields of a material as context value for forms and details. */
export function useInspectionColumns(materialId: string | null): Readonly<Record<string, readonly CustomFieldSpec[]>> {
  const language = useLanguage()
  const { rows } = useList(incomingField, { materialId: materialId ?? '', size: 100 }, materialId !== null)
  return useMemo(
    () => ({
      materialInspection: rows.map((row): CustomFieldSpec => ({
        key: row.key,
        label: language === 'zh' ? row.labelZh : row.labelEn,
        field: toKitField(row),
        words: Object.fromEntries(row.choices.map((one) => [one.key, language === 'zh' ? one.zh : one.en])),
      })),
    }),
    [rows, language],
  )
}
