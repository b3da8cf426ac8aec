import '@/plant/client/machine/machine.css'
import { useTranslation } from 'react-i18next'
import { fileStates } from '@/contract/kit'
import { callEndpoint } from '@/client/api/call-endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { DownloadIcon } from '@/client/ui/icons'
import { recordTrouble } from '@/client/ui/trouble'
import { equipmentDocument } from '../../contract/equipment-endpoints'
import type { MachineRow } from './MachinePage'

const BYTES_PER_MB = 1024 * 1024

/** Documents of a machine; a tap downloads one. */
export function MachineDocumentList({ row }: { row: MachineRow }) {
  const { t } = useTranslation('equipment')
  const language = useLanguage()
  const fileIds = row.documents.join(',')
  const { data: files } = useEndpoint(
    fileStates,
    { ids: fileIds },
    { enabled: fileIds !== '', resources: ['equipment'] },
  )
  if (row.documents.length === 0)
    return <EmptyState title={t('pages.machine.noDocuments')} advice={t('pages.machine.noDocumentsNext')} />
  return (
    <ul className="eq-entries">
      {row.documents.map((id, index) => {
        const file = files?.find((candidate) => candidate.id === id)
        const name = file?.name || t('pages.machine.document', { number: index + 1 })
        const onDownload = () =>
          void callEndpoint(equipmentDocument, { id: row.id, file: [id] }, { download: name }).catch((error: unknown) =>
            recordTrouble('document not opened', error),
          )
        return (
          <li key={id}>
            <Button look="quiet" icon={<DownloadIcon size={20} />} onClick={onDownload}>
              {name}
            </Button>
            {file?.size && (
              <span className="quiet">{formatNumber(file.size / BYTES_PER_MB, { language, unit: 'MB' })}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
