import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callEndpoint } from '@/client/api/call-endpoint'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { DownloadIcon } from '@/client/ui/icons'
import { recordTrouble } from '@/client/ui/trouble'
import { getDocumentKind, type DocumentRow, type VersionedDocument } from '../../contract/document'

/** Downloads the version as an Excel file. */
export function ExcelButton({ definition, row }: { definition: VersionedDocument; row: DocumentRow }) {
  const { t } = useTranslation('client')
  const { excel } = getDocumentKind(definition, row)
  const mayDownload = useCanCall(excel)
  const [busy, setBusy] = useState(false)
  if (!mayDownload) return null
  const save = async () => {
    setBusy(true)
    try {
      await callEndpoint(excel, { id: row.id })
    } catch (error) {
      recordTrouble('told by a toast', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      look="quiet"
      icon={<DownloadIcon size={20} />}
      aria-label={t('resource.export')}
      title={t('resource.export')}
      disabled={busy}
      onClick={() => void save()}
    />
  )
}
