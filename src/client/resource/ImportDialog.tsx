import { useTranslation } from 'react-i18next'
import type { ImportResult, Resource } from '@/contract/resource'
import { callEndpoint } from '../api/call-endpoint'
import { useCommand } from '../api/use-command'
import { Dialog } from '../ui/Dialog'
import { ImportPanel } from './ImportPanel'

/** Excel import of one resource. */
export function ImportDialog({ of, onClose }: { of: Resource; onClose: () => void }) {
  const { t } = useTranslation('client')
  const { template, import: importing } = of.endpoints
  const command = useCommand(importing as NonNullable<typeof importing>)
  async function send(file: File, dryRun: boolean, leaveOut: boolean): Promise<ImportResult> {
    const { data } = (await command.run({ file: [], dryRun, leaveOut }, { files: { file: [file] } })) as {
      data: ImportResult
    }
    return data
  }
  return (
    <Dialog open onClose={onClose} title={t('resource.import')} requiresAnswer>
      <ImportPanel
        busy={command.busy}
        send={send}
        onDone={onClose}
        onCancel={onClose}
        {...(template ? { template: () => callEndpoint(template, {}) } : {})}
      />
    </Dialog>
  )
}
