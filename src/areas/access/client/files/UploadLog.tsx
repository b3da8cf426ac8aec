import { useMemo } from 'react'
import type { FilterProps } from '@/client/fields/field-parts'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '@/client/resource/columns'
import { OwnFiltersContext, type OwnFilter } from '@/client/resource/own-filters'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { uploadLog } from '../../contract/log'
import type { ExcelType } from './TypesView'

const columns = ['fileName', 'type', 'at', 'userId', 'rows', 'created', 'updated'] as const

/** What came in by Excel: which file, by whom, with how many rows. */
export function UploadLog({ types }: { types: readonly ExcelType[] }) {
  const word = useMemo(() => {
    const names = new Map(types.map((one) => [one.type, one.name]))
    return (type: string) => names.get(type) ?? type
  }, [types])
  const cells = useMemo(() => ({ type: (row: AnyRow) => <span>{word(String(row['type']))}</span> }), [word])
  const own = useMemo(
    (): Record<string, OwnFilter> => ({ type: { Filter: (props) => <TypeFilter {...props} types={types} />, word } }),
    [types, word],
  )
  return (
    <OwnFiltersContext.Provider value={own}>
      <ResourcePage of={uploadLog} columns={columns} cells={cells} />
    </OwnFiltersContext.Provider>
  )
}
function TypeFilter({ name, label, values, onChange, types }: FilterProps & { types: readonly ExcelType[] }) {
  const { t } = useTranslation('client')
  return (
    <label className="filter">
      {label}
      <select
        className="ui-input"
        value={String(values[name] ?? '')}
        onChange={(event) => onChange({ [name]: event.target.value || null })}
      >
        <option value="">{t('fields.any')}</option>
        {types.map((one) => (
          <option key={one.type} value={one.type}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  )
}
