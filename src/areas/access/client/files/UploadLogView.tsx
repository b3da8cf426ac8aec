import { useMemo } from 'react'
import type { ListRow } from '@/client/resource/build-columns'
import { CustomFiltersContext, type CustomFilter } from '@/client/resource/custom-filters'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { uploadLog } from '../../contract/log'
import { NamedFilter } from '../log/NamedFilter'
import type { ExcelType } from './ExcelTypesView'

const columns = ['fileName', 'type', 'at', 'userId', 'rows', 'created', 'updated'] as const

/** Log of imported Excel files with user and row counts. */
export function UploadLogView({ types }: { types: readonly ExcelType[] }) {
  const word = useMemo(() => {
    const nameByType = new Map(types.map((one) => [one.type, one.name]))
    return (type: string) => nameByType.get(type) ?? type
  }, [types])
  const cells = useMemo(() => ({ type: (row: ListRow) => <span>{word(String(row['type']))}</span> }), [word])
  const customFilters = useMemo((): Record<string, CustomFilter> => {
    const options = types.map(({ type, name }) => ({ key: type, word: name }))
    return { type: { Filter: (props) => <NamedFilter {...props} options={options} />, word } }
  }, [types, word])
  return (
    <CustomFiltersContext.Provider value={customFilters}>
      <ResourcePage of={uploadLog} columns={columns} cells={cells} />
    </CustomFiltersContext.Provider>
  )
}
