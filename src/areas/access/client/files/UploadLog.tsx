import { useMemo } from 'react'
import type { AnyRow } from '@/client/resource/columns'
import { OwnFiltersContext, type OwnFilter } from '@/client/resource/own-filters'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { uploadLog } from '../../contract/log'
import { NamedFilter } from '../log/NamedFilter'
import type { ExcelType } from './TypesView'

const columns = ['fileName', 'type', 'at', 'userId', 'rows', 'created', 'updated'] as const

/** Log of imported Excel files with user and row counts. */
export function UploadLog({ types }: { types: readonly ExcelType[] }) {
  const word = useMemo(() => {
    const names = new Map(types.map((one) => [one.type, one.name]))
    return (type: string) => names.get(type) ?? type
  }, [types])
  const cells = useMemo(() => ({ type: (row: AnyRow) => <span>{word(String(row['type']))}</span> }), [word])
  const own = useMemo((): Record<string, OwnFilter> => {
    const options = types.map(({ type, name }) => ({ key: type, word: name }))
    return { type: { Filter: (props) => <NamedFilter {...props} options={options} />, word } }
  }, [types, word])
  return (
    <OwnFiltersContext.Provider value={own}>
      <ResourcePage of={uploadLog} columns={columns} cells={cells} />
    </OwnFiltersContext.Provider>
  )
}
