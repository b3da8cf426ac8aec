import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { call } from '../api/call'
import { useMayCall } from '../session/use-session'
import { Button } from '../ui/Button'
import { DownloadIcon } from '../ui/icons'
import { recordTrouble } from '../ui/trouble'

/** Fetches what a page shows as a file, for whoever may. */
export function ExportButton<In>({ of, input }: { of: Endpoint<In, Blob>; input: In }) {
  const { t } = useTranslation('client')
  if (!useMayCall(of)) return null
  return (
    <Button
      look="quiet"
      icon={<DownloadIcon size={20} />}
      aria-label={t('resource.export')}
      onClick={() => void call(of, input).catch((error: unknown) => recordTrouble('told by a toast', error))}
    />
  )
}
