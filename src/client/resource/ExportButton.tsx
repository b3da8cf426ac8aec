import { useTranslation } from 'react-i18next'
import { XLSX_MIME, type Endpoint } from '@/contract/endpoint'
import { callEndpoint } from '../api/call-endpoint'
import { useLabels } from '../i18n/labels'
import { useCanCall } from '../session/use-session'
import { Button } from '../ui/Button'
import { DownloadIcon } from '../ui/icons'
import { recordTrouble } from '../ui/trouble'

/**
 * Downloads the page's data as a file; hidden from people without permission. The label is "Export" for a workbook, and
 * the endpoint's name for any other file.
 */
export function ExportButton<In>({ endpoint, input }: { endpoint: Endpoint<In, Blob>; input: In }) {
  const { t } = useTranslation('client')
  const labels = useLabels(endpoint.area)
  if (!useCanCall(endpoint)) return null
  const label = endpoint.output.mime === XLSX_MIME ? t('resource.export') : labels.action(endpoint)
  return (
    <Button
      look="quiet"
      icon={<DownloadIcon size={20} />}
      aria-label={label}
      title={label}
      onClick={() =>
        void callEndpoint(endpoint, input).catch((error: unknown) => recordTrouble('export not downloaded', error))
      }
    />
  )
}
