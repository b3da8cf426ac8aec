import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callEndpoint } from '@/client/api/call-endpoint'
import { useSendCommand } from '@/client/api/use-send-command'
import { ImportPanel } from '@/client/resource/ImportPanel'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { UploadIcon } from '@/client/ui/icons'
import type { ImportResult } from '@/contract/resource'
import { marketPriceImport, marketPriceTemplate } from '../contract/electric-price'

/** Button that imports market prices of whole days, with a dry run before saving. Hidden without permission. */
export function MarketImportButton() {
  const { t } = useTranslation('prices')
  const [open, setOpen] = useState(false)
  const canImport = useCanCall(marketPriceImport)
  const sendImport = useSendCommand(marketPriceImport)
  async function send(file: File, dryRun: boolean): Promise<ImportResult> {
    const result = await sendImport(
      { file: [], dryRun },
      { files: { file: [file] }, changedResources: ['electricPrice'] },
    )
    if (result.queued) throw new Error('a sheet is never queued')
    const { days, created, unchanged, labels } = result.data
    const hidden = result.data.hidden ?? 0
    const messages = [
      ...(labels === 'end' ? [t('market.ends')] : []),
      ...(result.data.warnings ?? []).map(({ message }) => message),
    ]
    const warnings = messages.map((message, i) => ({ row: i + 1, message }))
    return {
      rows: days,
      created,
      updated: 0,
      unchanged,
      dryRun,
      changes: [],
      hidden,
      leftOut: 0,
      warned: warnings.length,
      warnings,
    }
  }
  if (!canImport) return null
  return (
    <>
      <Button icon={<UploadIcon size={20} />} onClick={() => setOpen(true)}>
        {t('actions.electricPrice_importMarket')}
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={t('actions.electricPrice_importMarket')} requiresAnswer>
          <p>{t('pages.energyUnitPrice.market')}</p>
          <ImportPanel
            send={send}
            downloadTemplate={() => callEndpoint(marketPriceTemplate, {})}
            onDone={() => setOpen(false)}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  )
}
