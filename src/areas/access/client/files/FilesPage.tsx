import '../access.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { excelTypes, uploadLog } from '../../contract/log'
import { useQueryParams } from '@/client/use-query-params'
import { Tabs } from '@/client/ui/Tabs'
import { ExcelTypesView, type ExcelType } from './ExcelTypesView'
import { useMemo, type ReactNode } from 'react'
import type { ListRow } from '@/client/resource/build-columns'
import { CustomFiltersContext, type CustomFilter } from '@/client/resource/FilterFields'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { ChoiceFilter } from '../log/ChoiceFilter'

const viewNames = ['types', 'log'] as const

/** Excel imports: the available types with template and check, and the log of imported files. */
export default function FilesPage() {
  const { t } = useTranslation(['access', 'contract'])
  const [params, setParams] = useQueryParams()
  const typesQuery = useEndpoint(excelTypes, {}, { resources: ['excelType'] })
  const view = params.get('view') === 'log' ? 'log' : 'types'
  const tabs = (
    <Tabs
      label={t('contract:menu.files')}
      isNavigation
      chosen={view}
      onChoose={(chosenView) => setParams({ view: chosenView === 'log' ? 'log' : null, id: null, type: null })}
      tabs={viewNames.map((key) => ({ key, label: t(`pages.files.${key}`) }))}
    />
  )
  return view === 'log' ? (
    <UploadLogView tabs={tabs} types={typesQuery.data ?? []} />
  ) : (
    <ExcelTypesView tabs={tabs} typesQuery={typesQuery} />
  )
}

const columns = ['fileName', 'type', 'at', 'userId', 'rows', 'created', 'updated'] as const

/** Log of imported Excel files with user and row counts. */
function UploadLogView({ tabs, types }: { tabs: ReactNode; types: readonly ExcelType[] }) {
  const { t } = useTranslation('contract')
  const getTypeName = useMemo(() => {
    const nameByType = new Map(types.map(({ type, name }) => [type, name]))
    return (type: string) => nameByType.get(type) ?? type
  }, [types])
  const cells = useMemo(
    () => ({ type: (row: ListRow) => <span>{getTypeName(String(row['type']))}</span> }),
    [getTypeName],
  )
  const customFilters = useMemo((): Record<string, CustomFilter> => {
    const options = types.map(({ type, name }) => ({ key: type, label: name }))
    return { type: { Filter: (props) => <ChoiceFilter {...props} options={options} />, formatValue: getTypeName } }
  }, [types, getTypeName])
  const parts = { title: t('menu.files'), above: tabs }
  return (
    <CustomFiltersContext.Provider value={customFilters}>
      <ResourcePage resource={uploadLog} columns={columns} cells={cells} parts={parts} />
    </CustomFiltersContext.Provider>
  )
}
