import '../access.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { excelTypes } from '../../contract/log'
import { useParams } from '@/client/use-params'
import { Tabs } from '@/client/ui/Tabs'
import { ExcelTypesView } from './ExcelTypesView'
import { UploadLogView } from './UploadLogView'

const views = ['types', 'log'] as const

/** Excel imports: the available types with template and check, and the log of imported files. */
export default function FilesPage() {
  const { t } = useTranslation('access')
  const [params, setParams] = useParams()
  const types = useEndpoint(excelTypes, {}, { resources: ['excelType'] })
  const view = params.get('view') === 'log' ? 'log' : 'types'
  return (
    <div className="ac-views">
      <Tabs
        label={t('pages.files.title')}
        switchesViews
        chosen={view}
        onChoose={(one) => setParams({ view: one === 'log' ? 'log' : null, id: null, type: null })}
        tabs={views.map((key) => ({ key, word: t(`pages.files.${key}`) }))}
      />
      {view === 'log' ? <UploadLogView types={types.data ?? []} /> : <ExcelTypesView types={types} />}
    </div>
  )
}
