import '../access.css'
import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { excelTypes } from '../../contract/log'
import { useParams } from '@/client/use-params'
import { Tabs } from '@/client/ui/Tabs'
import { TypesView } from './TypesView'
import { UploadLog } from './UploadLog'

const views = ['types', 'log'] as const

/** Excel imports: the available types with template and check, and the log of imported files. */
export default function FilesPage() {
  const { t } = useTranslation('access')
  const [params, go] = useParams()
  const types = useCall(excelTypes, {}, { resources: ['excelType'] })
  const view = params.get('view') === 'log' ? 'log' : 'types'
  return (
    <div className="ac-views">
      <Tabs
        label={t('pages.files.title')}
        views
        chosen={view}
        onChoose={(one) => go({ view: one === 'log' ? 'log' : null, id: null, type: null })}
        tabs={views.map((key) => ({ key, word: t(`pages.files.${key}`) }))}
      />
      {view === 'log' ? <UploadLog types={types.data ?? []} /> : <TypesView types={types} />}
    </div>
  )
}
